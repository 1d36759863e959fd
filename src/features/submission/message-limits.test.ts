import { describe, expect, onTestFinished, test } from "vitest";
import { logInRaw } from "../../../test/harness/raw-smtp.ts";
import { GOOD_KEY, startTestSubmission } from "../../../test/harness/submission-server.ts";
import { HEADER, talkToServer, withoutTrace } from "../../../test/harness/submission-talk.ts";
import { errors } from "../../platform/errors/index.ts";

const talk = talkToServer();
const { begin, greeted, loggedIn, send, rawOf } = talk;

describe("limits (D9, D17, D19, D24)", () => {
  test("an account over its rate limit is deferred at MAIL, and accepted later", async () => {
    let isOver = true;
    const server = await startTestSubmission({
      takeRequest: () => {
        if (isOver) throw errors.rate_limited("This account is over its rate limit.");
      },
    });
    onTestFinished(() => server.stop());
    const client = await logInRaw(server.implicit, GOOD_KEY);
    const mail = "MAIL FROM:<ada@example.com>";
    expect(await client.say(mail)).toBe("451 4.7.1 This account is over its rate limit.");
    expect(await client.say("RCPT TO:<bob@example.net>")).toMatch(/^503/);
    isOver = false;
    expect(await client.say(mail)).toMatch(/^250/);
    client.destroy();
  });

  test("a command line has at most 1,024 octets", async () => {
    const client = await loggedIn();
    expect(await client.say(`NOOP ${"x".repeat(1_000)}`)).toMatch(/^250/);
    expect(await client.say(`NOOP ${"x".repeat(1_100)}`)).toMatch(/^500 5\.5\.2 Line too long/);
    expect(await client.say("NOOP")).toMatch(/^250/);
  });

  test.each([
    "",
    "EHLO",
    "EHLO a b",
    "EHLO a\0b",
    "EHLO <script>",
    `EHLO ${"x".repeat(999)}`,
    "EHLO \xfc.test",
    "EHLO \x1b[31mred",
    "HELO",
  ])("%j is not a valid greeting (D17)", async (line) => {
    const client = await greeted(true);
    expect(await client.say(line)).toMatch(/^50[01] /);
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^503/);
  });

  test.each(["GET / HTTP/1.1", "POST /x HTTP/1.0", "PRI * HTTP/2.0"])(
    "%s ends the session (D24)",
    async (line) => {
      const client = await greeted(false);
      client.write(`${line}\r\nHost: mail.test\r\n\r\n`);
      expect(await client.reply()).toMatch(/^421 /);
      await client.untilClosed();
      expect(client.rest).toBe("");
    },
  );

  test("a client that causes only errors is disconnected", async () => {
    const client = await loggedIn();
    const replies: string[] = [];
    while (!client.isClosed && replies.length < 100) replies.push(await client.say("MAIL FROM:nonsense"));
    expect(replies.length).toBeLessThan(25);
    expect([...replies, client.rest].join("\n")).toContain("421 4.7.0 Too many errors");
  });

  test.each([
    [
      "a line of 999 octets in a signed part",
      `${HEADER}Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\n${"x".repeat(999)}\r\n--b--`,
      /^550 5\.6\.0 A line has more than 998 octets and cannot be re-encoded: the long line is in a signed part/,
    ],
    ["a header without a colon", `${HEADER}nonsense\r\n\r\nx`, /^550 5\.6\.0 Line 5 of the header/],
    ["no From", "Subject: x\r\n\r\nx", /^550 5\.6\.0 The message has no From/],
    ["two From fields", `${HEADER}From: b@example.com\r\n\r\nx`, /^550 5\.6\.0 There is more than one from/],
    [
      "a From with two mailboxes without a Sender",
      "From: a@example.com, b@example.com\r\n\r\nx",
      /^550 5\.6\.0 From: several mailboxes need a Sender/,
    ],
    [
      "a Sender with two mailboxes",
      `Sender: a@example.com, b@example.com\r\n${HEADER}\r\nx`,
      /^550 5\.6\.0 Sender: /,
    ],
    [
      "a From with a second address in its name",
      "From: Bank <bank@bank.example> <ada@example.com>\r\n\r\nx",
      /^550 5\.6\.0 From: /,
    ],
    [
      "an encoded word in the local part",
      "From: =?utf-8?q?bank=40bank.example?=@example.com\r\n\r\nx",
      /^550 5\.6\.0 From: .*encoded word/,
    ],
    ["51 Received", `${"Received: by x\r\n".repeat(51)}${HEADER}\r\nx`, /^554 5\.4\.6 /],
    [
      "its own trace three times",
      `${"Received: by mail.test (Posthouse) with ESMTPSA id x;\r\n\tdate\r\n".repeat(3)}${HEADER}\r\nx`,
      /^554 5\.4\.6 /,
    ],
    [
      "a header of 300 kB",
      `${`X-Pad: ${"x".repeat(900)}\r\n`.repeat(340)}${HEADER}\r\nx`,
      /^550 5\.6\.0 The header/,
    ],
  ])("%s", async (_, message, reply) => {
    const client = await loggedIn();
    expect(await send(client, message)).toMatch(reply);
    expect(await send(client, `${HEADER}\r\nx`)).toMatch(/^250/);
    expect(talk.server.messages).toHaveLength(1);
  });

  test.each([
    ["50 Received", `${"Received: by x\r\n".repeat(50)}${HEADER}\r\nx`],
    ["a header of 100 kB", `${`X-Pad: ${"x".repeat(900)}\r\n`.repeat(110)}${HEADER}\r\nx`],
    ["a line of 998 octets", `${HEADER}\r\n${"x".repeat(998)}`],
    ["8-bit text", `${HEADER}\r\nGr\xc3\xbc\xc3\x9fe`],
  ])("%s passes unchanged", async (_, message) => {
    expect(await send(await loggedIn(), message)).toMatch(/^250/);
    expect(withoutTrace(rawOf())).toBe(`${message}\r\n`);
  });
});

describe("changes of a message", () => {
  test("a trace field without an address is added; Bcc, Return-Path and the idempotency key are removed", async () => {
    const client = await loggedIn();
    const message = [
      "Return-Path: <old@example.com>",
      "X-First: 1",
      "BCC: secret@example.net,",
      " other@example.net",
      "From: =?utf-8?q?Ad=C3=A1?= <ada@example.com>",
      "x-posthouse-idempotency-key: order-1",
      "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
      "Bcc : third@example.net",
      "",
      "Bcc: this is text",
    ];
    expect(await send(client, message.join("\r\n"))).toBe("250 2.0.0 queued as id-1");
    const keptLines = [message[1], message[4], message[6], "", message[9], ""].join("\r\n");
    const raw = rawOf();
    expect(raw.endsWith(keptLines)).toBe(true);
    expect(raw.slice(0, -keptLines.length)).toMatch(
      /^Received: by mail\.test \(Posthouse\) with ESMTPSA id \S+;\r\n\t\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000\r\nMessage-ID: <[^>]+@example\.com>\r\nDate: [^\r]+\r\n$/,
    );
    expect(raw).not.toContain("127.0.0.1");
    expect(talk.server.messages[0]).toMatchObject({
      from: { address: "ada@example.com", name: "Adá" },
      subject: "Grüße",
      idempotencyKey: "order-1",
      envelopeFrom: "ada@example.com",
      messageId: /Message-ID: <([^>]+)>/.exec(raw)?.[1],
    });
  });

  test("Resend-Idempotency-Key is an idempotency key, too (D25)", async () => {
    expect(await send(await loggedIn(), `Resend-Idempotency-Key: k 1\r\n${HEADER}\r\nx`)).toMatch(/^250/);
    expect(talk.server.messages[0]?.idempotencyKey).toBe("k 1");
    expect(withoutTrace(rawOf())).toBe(`${HEADER}\r\nx\r\n`);
  });
});

test("nothing is stored when a client disconnects before the final dot (D12)", async () => {
  const client = await loggedIn();
  await begin(client);
  client.write(`${HEADER}\r\nhalf a mess`);
  client.destroy();
  expect(await send(await loggedIn(), `${HEADER}\r\nwhole`)).toMatch(/^250/);
  expect(talk.server.messages).toHaveLength(1);
});

test("an incomplete command at the end of a connection is not executed", async () => {
  const client = await loggedIn();
  await client.say("MAIL FROM:<a@example.com>");
  await client.say("RCPT TO:<b@example.net>");
  await client.say("DATA");
  client.write(`${HEADER}\r\nx\r\n.`);
  client.destroy();
  expect(await (await loggedIn()).say("NOOP")).toMatch(/^250/);
  expect(talk.server.messages).toEqual([]);
});
