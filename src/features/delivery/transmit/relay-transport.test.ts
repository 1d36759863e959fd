import { afterEach, expect, test } from "vitest";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { RelayTransport, type RelayTransportOptions } from "./relay-transport.ts";
import type { Signer } from "./transport.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(locate: RelayTransportOptions["locate"], signer: Signer = "us") {
  const sink = await startSmtpSink();
  const transport = new RelayTransport({
    endpoint: { host: "relay.invalid", port: sink.port, tls: "none", auth: null, rejectUnauthorized: true },
    heloName: "out.example",
    signer,
    ...(locate && { locate }),
  });
  stops.push(sink.close, () => transport.close({ graceMs: 0 }));
  const send = () =>
    transport.transmit({
      envelope: { from: "a@example.com", recipients: ["b@example.org"] },
      render: async (wanted = "us") => Buffer.from(`Subject: Signed by ${wanted}\r\n\r\nHello\r\n`),
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

test.each(["us", "relay"] as const)("a relay gets the message that is signed by: %s", async (signer) => {
  const { sink, send } = await start(async () => ({ ok: true, address: "127.0.0.1" }), signer);
  expect(await send()).toMatchObject([{ kind: "delivered" }]);
  expect(sink.messages[0]?.raw.toString()).toContain(`Signed by ${signer}`);
});
