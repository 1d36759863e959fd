import { afterEach, expect, test } from "vitest";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { RelayTransport, type RelayTransportOptions } from "./relay-transport.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(locate: RelayTransportOptions["locate"], host = "relay.invalid") {
  const sink = await startSmtpSink();
  const transport = new RelayTransport({
    endpoint: { host, port: sink.port, tls: "none", auth: null, rejectUnauthorized: true },
    heloName: "out.example",
    ...(locate && { locate }),
  });
  stops.push(sink.close, () => transport.close({ graceMs: 0 }));
  const send = () =>
    transport.transmit({
      envelope: { from: "a@example.com", recipients: ["b@example.org"] },
      render: async (signer = "us") => Buffer.from(`Subject: Signed by ${signer}\r\n\r\nHello\r\n`),
      mayTransmit: () => true,
      maySendFinalDot: async () => true,
    });
  return { sink, send };
}

test("a relay of another account is connected to at the address that was checked, and no other (I3)", async () => {
  let asked = 0;
  const { sink, send } = await start(async () => {
    asked += 1;
    return { ok: true, address: "127.0.0.1" };
  });
  expect(await send()).toMatchObject([{ kind: "delivered", host: "relay.invalid" }]);
  expect([sink.connections, asked]).toEqual([1, 1]);
});

test("a host with a private address is not connected to, at each attempt (I1)", async () => {
  const { sink, send } = await start(async () => ({ ok: false, reason: "leads inside" }));
  expect(await send()).toMatchObject([{ kind: "deferred", phase: "connect", reason: "leads inside" }]);
  expect(sink.connections).toBe(0);
});

test.each([
  ["email-smtp.eu-west-1.amazonaws.com", "relay"],
  ["email-smtp-fips.us-east-1.amazonaws.com", "relay"],
  ["vpce-0a1b-2c3d.email-smtp.us-east-1.vpce.amazonaws.com", "relay"],
  ["ec2-192-0-2-1.eu-west-1.compute.amazonaws.com", "us"],
  ["email-smtp.eu-west-1.amazonaws.com.relay.invalid", "us"],
])("mail through %s is signed by: %s", async (host, signer) => {
  const { sink, send } = await start(async () => ({ ok: true, address: "127.0.0.1" }), host);
  expect(await send()).toMatchObject([{ kind: "delivered" }]);
  expect(sink.messages[0]?.raw.toString()).toContain(`Signed by ${signer}`);
});
