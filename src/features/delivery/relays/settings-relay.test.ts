import { expect, test } from "vitest";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import { senderReturnPathOf } from "../route/return-path-of.ts";
import { SettingsRelayRoutes } from "./settings-relay.ts";

test("the relay of the settings rejects the credentials: all mail is deferred, with one log line and one attempt (E35)", async () => {
  const sink = await startSmtpSink({ auth: ["PLAIN"], script: { auth: "535 5.7.8 no" } });
  const logged: string[] = [];
  const write = ({ event }: { event: string }) => void logged.push(event);
  const routes = new SettingsRelayRoutes({
    endpoint: {
      host: "127.0.0.1",
      port: sink.port,
      tls: "none",
      auth: { user: "ada", pass: "wrong" },
      rejectUnauthorized: true,
    },
    heloName: "out.example",
    returnPathOf: senderReturnPathOf,
    log: { info: write, warn: write, error: write } as never,
  });
  const send = async (id: string) => {
    const hop = await routes.hopTo({ email: { id } } as ClaimedEmail);
    if (!("transmit" in hop)) return hop;
    const results = await hop.transmit({
      envelope: { from: "a@example.com", recipients: ["b@example.org"] },
      render: async () => Buffer.from("Subject: Hello\r\n\r\nHello\r\n"),
      mayTransmit: () => true,
      maySendFinalDot: async () => true,
    });
    return results[0];
  };
  const route = `relay 127.0.0.1:${sink.port}`;
  const results = await Promise.all(["1", "2", "3"].map(send));
  for (const result of results)
    expect(result).toMatchObject({ kind: "deferred", phase: "auth", code: 535, route });
  const connections = sink.connections;
  expect(await send("4")).toMatchObject({
    kind: "deferred",
    reason: expect.stringMatching(/in cooldown.*535/),
    route,
  });
  expect(sink.connections).toBe(connections);
  expect(logged).toEqual(["relay.auth_failed"]);
  await routes.close();
  await sink.close();
});
