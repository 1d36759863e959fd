import { expect, test } from "vitest";
import { OperatorForwarder } from "./operator-forwarder.ts";

const text =
  "From: Ada <ada@elsewhere.test>\r\nSubject: Spam from you\r\n\r\nX-Loop: is what the body says\r\n";
const message = {
  id: "an-id",
  raw: Buffer.from(text),
  sizeBytes: text.length,
  envelopeFrom: "ada@elsewhere.test",
  recipients: ["abuse@in.test"],
  clientIp: "192.0.2.1",
  network: "192.0.2.1",
  helo: "mx.elsewhere.test",
  line: "open" as const,
  attempts: 1,
};

function open({ addresses = ["ops@example.com"], hasAccount = true } = {}) {
  const sent: { mail: Record<string, unknown>; key: string }[] = [];
  const forwarder = new OperatorForwarder({
    addresses,
    send: async (mail, key) => hasAccount && sent.push({ mail, key }) > 0,
  });
  const forward = (one: Parameters<typeof forwarder.forward>[0]) => forwarder.forward(one);
  return { forward, sent };
}

test("a person's mail is forwarded unchanged, with an idempotency key of its own", async () => {
  const { forward, sent } = open();
  expect(await forward(message)).toBe("forwarded");
  expect(sent).toMatchObject([
    {
      key: "inbound-an-id",
      mail: {
        to: ["ops@example.com"],
        subject: "Mail to abuse@in.test",
        text: expect.stringContaining("From: ada@elsewhere.test (not verified)\n"),
        headers: { "X-Loop": "posthouse", "Auto-Submitted": "auto-generated" },
        attachments: [{ filename: "message.eml", content: message.raw.toString("base64") }],
      },
    },
  ]);
});

test.each([
  ["mail with a null sender (G8)", { envelopeFrom: "" }],
  ["mail that we forwarded (D19)", { raw: Buffer.from(`X-Loop: posthouse\r\n${text}`) }],
  ["mail that another server forwarded (D19)", { raw: Buffer.from(`Subject: x\r\nx-loop : other\r\n\r\nx`) }],
])("%s is not forwarded", async (_, change) => {
  const { forward, sent } = open();
  expect(await forward({ ...message, ...change })).toBe("nothing");
  expect(sent).toEqual([]);
});

test("without an operator address or an account to send from, mail is stored only", async () => {
  expect(await open({ addresses: [] }).forward(message)).toBe("kept");
  expect(await open({ hasAccount: false }).forward(message)).toBe("kept");
});

test("at most 30 messages an hour are forwarded", async () => {
  const { forward, sent } = open();
  for (let n = 0; n < 100; n += 1) await forward(message);
  expect(sent).toHaveLength(30);
  expect(await forward(message)).toBe("kept");
  // Its reader crashed after sending: the idempotency key prevents a duplicate.
  expect(await forward({ ...message, attempts: 2 })).toBe("forwarded");
});
