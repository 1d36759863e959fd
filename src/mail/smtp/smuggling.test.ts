import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SmtpSink, startSmtpSink } from "../../../test/harness/smtp-server.ts";
import { ENDS, smuggledTo } from "../../../test/mail-servers/smuggling-sequences.ts";
import { buildMessage } from "../mime/index.ts";
import { connectSmtp, type SmtpConnection } from "./index.ts";

const smuggled = smuggledTo("victim@y.example");

let sink: SmtpSink;
let connection: SmtpConnection;
beforeAll(async () => {
  sink = await startSmtpSink({ keepWire: true });
  const endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    tls: "none",
    auth: null,
    rejectUnauthorized: true,
  } as const;
  const connected = await connectSmtp({ endpoint });
  if (!connected.ok) throw new Error(connected.failure.reason);
  connection = connected.connection;
});
afterAll(async () => {
  await connection.quit();
  await sink.close();
});

async function expectOneMessage(message: Buffer): Promise<Buffer> {
  sink.messages.length = 0;
  sink.wire.clear();
  const outcomes = await connection.send({ from: "a@b.example", recipients: ["x@y.example"], message });
  expect(outcomes).toMatchObject([{ kind: "delivered" }]);
  expect(sink.messages).toMatchObject([{ from: "a@b.example", recipients: ["x@y.example"] }]);
  const wire = Buffer.concat(sink.wire.get(1) ?? []).toString("latin1");
  expect(wire).toContain("RCPT TO:<x@y.example>");
  expect(wire).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
  return sink.messages[0]?.raw ?? Buffer.alloc(0);
}

describe("one message stays one message, without a bare CR or LF on the wire (C12, C13)", () => {
  test.each(ENDS)("%j in text and html", async (end) => {
    const body = `before${end}${smuggled}`;
    for (const [text, html] of [
      [body, null],
      [null, body],
      [body, body],
    ] as const) {
      const message = buildMessage({
        messageId: "1@b.example",
        date: new Date(0),
        from: { address: "a@b.example", name: null },
        to: [{ address: "x@y.example", name: null }],
        replyTo: [],
        subject: body,
        html,
        text,
        boundarySeed: "1",
      });
      expect((await expectOneMessage(message)).equals(message)).toBe(true);
    }
  });

  test.each(ENDS)("%j in a raw message", async (end) => {
    const raw = `Subject: x\r\n\r\nbefore${end}${smuggled}`;
    const received = await expectOneMessage(Buffer.from(raw, "latin1"));
    expect(received.toString("latin1")).toBe(raw.replace(/\r\n|\r|\n/g, "\r\n"));
  });
});
