import { describe, expect, onTestFinished, test } from "vitest";
import { logInRaw } from "../../../test/harness/raw-smtp.ts";
import { GOOD_KEY, startTestSubmission } from "../../../test/harness/submission-server.ts";
import { HEADER, talkToServer, withoutTrace } from "../../../test/harness/submission-talk.ts";

const talk = talkToServer();
const { loggedIn, send, rawOf } = talk;
const long = "A long line in one piece. ".repeat(60).trimEnd();

describe("every sender field of the message is checked", () => {
  test.each([
    ["Sender: x@foreign.test\r\n", "a foreign Sender"],
    ["Sender: Ada <x@FOREIGN.test> (at work)\r\n", "a foreign Sender with a name and a comment"],
    ["Sender:\r\n\tx@foreign.test\r\n", "a foreign Sender on a folded line"],
  ])("%j is refused: %s", async (field) => {
    expect(await send(await loggedIn(), `${field}${HEADER}\r\nx`)).toMatch(/^553 5\.7\.1 /);
    expect(talk.server.messages).toEqual([]);
  });

  test("each of several authors is checked, and the Sender", async () => {
    const rest = HEADER.replace(/^From: [^\r]*\r\n/, "");
    const from = (authors: string) => `From: ${authors}\r\nSender: ada@example.com\r\n${rest}\r\nx`;
    const client = await loggedIn();
    expect(await send(client, from("ada@example.com, b@foreign.test"))).toMatch(/^553 5\.7\.1 /);
    expect(await send(client, from("Ada <ada@example.com>, Acme, Inc. <b@example.com>"))).toMatch(/^250/);
    expect(talk.server.messages).toMatchObject([{ from: { address: "ada@example.com", name: "Ada" } }]);
    expect(withoutTrace(rawOf())).toBe(`${from("Ada <ada@example.com>, Acme, Inc. <b@example.com>")}\r\n`);
  });

  test.each([
    ['First "M." Last <ada@example.com>', 'First "M." Last'],
    ["a@b.example <ada@example.com>", "a@b.example"],
    ["Acme, Inc. <ada@example.com>", "Acme, Inc."],
    ["Acme: Orders <ada@example.com>", "Acme: Orders"],
    ["Acme (Support) <ada@example.com>", "Acme (Support)"],
  ])("From: %s is sent unchanged", async (from, name) => {
    const message = `${HEADER.replace(/^From: [^\r]*/, `From: ${from}`)}\r\nx`;
    expect(await send(await loggedIn(), message)).toMatch(/^250/);
    expect(talk.server.messages[0]?.from).toEqual({ address: "ada@example.com", name });
    expect(withoutTrace(rawOf())).toBe(`${message}\r\n`);
  });
});

describe("header fields that the HTTP API rejects", () => {
  test.each([
    "Resent-From: x@foreign.test",
    "Resent-Bcc: secret@example.net",
    "Authentication-Results: mx.example.net; dkim=pass",
    "ARC-Seal: i=1; cv=none; d=foreign.test",
    "ARC-Authentication-Results: i=1; mx; spf=pass",
    "Received-SPF: pass",
    "DomainKey-Signature: d=foreign.test",
    "DKIM-Signature: v=1; a=rsa-sha256; d=foreign.test; s=x;\r\n\th=from; bh=x; b=x",
    "DKIM-Signature: v=1; d=notexample.com; b=x",
    "DKIM-Signature: v=1; d=com; b=x",
    "DKIM-Signature: v=1; b=x",
    "X-Posthouse-Anything: 1",
  ])("%j is removed, and the email records it", async (field) => {
    expect(await send(await loggedIn(), `${field}\r\n${HEADER}\r\nx`)).toMatch(/^250/);
    expect(withoutTrace(rawOf())).toBe(`${HEADER}\r\nx\r\n`);
    expect(talk.server.messages[0]?.changes).toEqual([`Removed header fields: ${field.split(":")[0]}.`]);
  });

  test.each([
    "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=x; h=from; bh=x; b=x",
    "DKIM-Signature: v=1; d = Mail.Example.com ; b=x",
    "Delivered-To: bob@example.net",
    "X-Original-To: bob@example.net",
    "Reply-To: x@foreign.test",
    "List-Id: <x.foreign.test>",
    "Sender: other@example.com",
  ])("%j is forwarded byte for byte", async (field) => {
    expect(await send(await loggedIn(), `${field}\r\n${HEADER}\r\nx`)).toMatch(/^250/);
    expect(withoutTrace(rawOf())).toBe(`${field}\r\n${HEADER}\r\nx\r\n`);
    expect(talk.server.messages[0]?.changes).toEqual([]);
  });

  test("fields that every client expects to be removed are not recorded as changes", async () => {
    const fields = "Bcc: b@example.net\r\nReturn-Path: <x@y.test>\r\nX-Posthouse-Idempotency-Key: k\r\n";
    expect(await send(await loggedIn(), `${fields}${HEADER}\r\nx`)).toMatch(/^250/);
    expect(talk.server.messages[0]?.changes).toEqual([]);
  });
});

describe("an empty Message-ID or Date", () => {
  test.each([
    ["Message-ID", /^Message-ID: <[^>\s]+@example\.com>$/],
    ["Date", /^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/],
  ])("%s is replaced by a valid one", async (name, valid) => {
    const fieldsOf = (text: string) => text.split("\r\n").filter((line) => line.startsWith(`${name}:`));
    for (const blank of ["", " \t", "\r\n ", " =?utf-8?q?_?="]) {
      talk.server.messages.length = 0;
      const message = `${HEADER.replace(new RegExp(`^${name}:[^\r]*`, "m"), `${name}:${blank}`)}\r\nx`;
      expect(await send(await loggedIn(), message)).toMatch(/^250/);
      expect(fieldsOf(rawOf())).toEqual([expect.stringMatching(valid)]);
      expect(talk.server.messages[0]?.changes).toEqual([]);
    }
  });
});

describe("lines over 998 octets", () => {
  test("their part is re-encoded before it is stored, and the email records it", async () => {
    expect(await send(await loggedIn(), `${HEADER}\r\n${long}\r\nend`)).toMatch(/^250/);
    const raw = rawOf();
    expect(raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
    expect(raw).toMatch(/\r\nContent-Transfer-Encoding: quoted-printable\r\nMIME-Version: 1\.0\r\n\r\n/);
    expect(
      raw
        .slice(raw.indexOf("\r\n\r\n") + 4)
        .replaceAll("=\r\n", "")
        .replaceAll("=2E", "."),
    ).toBe(`${long}\r\nend\r\n`);
    expect(talk.server.messages[0]?.changes).toEqual([
      "Lines over 998 octets were re-encoded as quoted-printable (RFC 5322 §2.1.1).",
    ]);
  });

  test("a message signed by the client cannot be changed, so it is rejected", async () => {
    const signature = "DKIM-Signature: v=1; d=example.com; b=x\r\n";
    expect(await send(await loggedIn(), `${signature}${HEADER}\r\n${long}`)).toMatch(
      /^550 5\.6\.0 A line has more than 998 octets and cannot be re-encoded: .*DKIM-Signature/,
    );
  });

  test("a bare line feed after a long line is still rejected", async () => {
    expect(await send(await loggedIn(), `${HEADER}\r\n${long}\r\na\nb`)).toMatch(/^550 5\.6\.0 A line feed/);
  });

  test("a key with long_lines=refuse rejects them with 550", async () => {
    const server = await startTestSubmission({ longLines: "refuse" });
    onTestFinished(() => server.stop());
    const client = await logInRaw(server.implicit, GOOD_KEY);
    for (const line of ["MAIL FROM:<ada@example.com>", "RCPT TO:<bob@example.net>", "DATA"])
      await client.say(line);
    client.write(`${HEADER}\r\n${long}\r\n.\r\n`);
    expect(await client.reply()).toBe("550 5.6.0 A line has more than 998 octets.");
    client.destroy();
  });

  test("a message that is too large after encoding is rejected", async () => {
    const server = await startTestSubmission({ change: { messageBytes: 20_000 } });
    onTestFinished(() => server.stop());
    const client = await logInRaw(server.implicit, GOOD_KEY);
    for (const line of ["MAIL FROM:<ada@example.com>", "RCPT TO:<bob@example.net>", "DATA"])
      await client.say(line);
    client.write(`${HEADER}\r\n${"=".repeat(19_000)}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
    client.destroy();
  });
});
