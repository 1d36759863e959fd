import { describe, expect, test } from "vitest";
import { connectRaw } from "../../../test/harness/raw-smtp.ts";
import { HEADER, talkToServer, withoutTrace } from "../../../test/harness/submission-talk.ts";

const talk = talkToServer();
const { kept, begin, greeted, loggedIn, rawOf } = talk;

describe("clients that send too early (D2, D5)", () => {
  test("plaintext commands after STARTTLS are never executed (D2)", async () => {
    const client = await greeted(false);
    await client.say("EHLO client.test");
    client.write("STARTTLS\r\nEHLO evil.test\r\nMAIL FROM:<evil@example.com>\r\n");
    expect(await client.reply()).toMatch(/^554 5\.5\.1 /);
    await client.untilClosed();
  });

  test("plaintext commands in a packet of their own before the handshake are not executed (D2)", async () => {
    const client = await greeted(false);
    await client.say("EHLO client.test");
    expect(await client.say("STARTTLS")).toMatch(/^220 /);
    client.write("EHLO evil.test\r\nNOOP\r\n");
    await client.untilClosed();
    expect(client.rest).toBe("");
  });

  test("commands before the greeting end the session (D5)", async () => {
    const client = await kept(connectRaw(talk.server.starttls));
    client.write("EHLO early.test\r\nNOOP\r\n");
    const said = await client.reply();
    if (said.startsWith("220")) expect(await client.reply()).toMatch(/^554/);
    else expect(said).toMatch(/^421/);
    await client.untilClosed();
  });

  test.each(["EHLO a.test\r\nNOOP\r\n", "HELO a.test\r\nMAIL FROM:<a@b.test>\r\n"])(
    "commands after %j end the session (D5)",
    async (lines) => {
      const client = await greeted(true);
      client.write(lines);
      expect(await client.reply()).toMatch(/^554 5\.5\.1/);
      await client.untilClosed();
      expect(client.rest).toBe("");
    },
  );

  test("data after DATA and before 354 is neither a message nor a command (D5)", async () => {
    const client = await loggedIn();
    client.write(
      `MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nDATA\r\n${HEADER}\r\nx\r\n.\r\nMAIL FROM:<evil@example.com>\r\n`,
    );
    expect(await client.reply()).toMatch(/^250 2\.1\.0/);
    expect(await client.reply()).toMatch(/^250 2\.1\.5/);
    expect(await client.reply()).toMatch(/^554 5\.5\.1/);
    await client.untilClosed();
    expect(talk.server.messages).toEqual([]);
  });

  test("RFC 2920: MAIL, RCPT and DATA in one packet, and the next group after the dot, are executed in order (D5)", async () => {
    const client = await loggedIn();
    const group =
      "MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nRCPT TO:<c@example.net>\r\nDATA\r\n";
    client.write(group);
    for (const code of [250, 250, 250, 354]) expect(await client.reply()).toMatch(new RegExp(`^${code}`));
    client.write(`${HEADER}\r\none\r\n.\r\n${group}`);
    for (const code of [250, 250, 250, 250, 354])
      expect(await client.reply()).toMatch(new RegExp(`^${code}`));
    client.write(`${HEADER}\r\ntwo\r\n.\r\nQUIT\r\n`);
    expect(await client.reply()).toBe("250 2.0.0 queued as id-2");
    expect(await client.reply()).toMatch(/^221/);
    expect(talk.server.messages.map(({ recipients }) => recipients)).toEqual(
      Array(2).fill(["b@example.net", "c@example.net"]),
    );
  });

  test("a command that arrives in single bytes is one command (D5)", async () => {
    const client = await greeted(true);
    for (const byte of "EHLO client.test\r\n") client.write(byte);
    expect(await client.reply()).toMatch(/^250-mail\.test/);
  });
});

describe("line ends (D3, D4)", () => {
  const ends = [
    "\n.\n",
    "\n.\r",
    "\r.\n",
    "\r.\r",
    "\n.\r\n",
    "\r.\r\n",
    "\r\n\0.\r\n",
    "\r\n.\n",
    "\r\n.\r\r\n",
    "\r\n.\0\r\n",
    "\n\n.\r\n",
  ];
  const second = `MAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.net>\r\nDATA\r\n${HEADER}\r\nevil`;

  test.each(ends)("%j does not end a message: at most one message, and it is rejected (D3)", async (end) => {
    const client = await loggedIn();
    await begin(client);
    client.write(`${HEADER}\r\nfirst${end}${second}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^550 5\.6\.0 /);
    expect(await client.say("NOOP")).toMatch(/^250/);
    expect(client.rest).toBe("");
    expect(talk.server.messages).toEqual([]);
  });

  test.each(ends)("%j does not end a message, byte by byte (D3)", async (end) => {
    const client = await loggedIn();
    await begin(client);
    client.write(`${HEADER}\r\nfirst`);
    for (const byte of end) {
      client.write(byte);
      await new Promise(setImmediate);
    }
    client.write(`${second}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^550 5\.6\.0 /);
    expect(talk.server.messages).toEqual([]);
  });

  test.each(["NOOP\n", "NO\rOP\r\n", "NOOP\r\r\n", "NOOP\n\r\n", "RSET\nNOOP\r\n"])(
    "a command %j is rejected with an explanation and ends the session (D4)",
    async (line) => {
      const client = await loggedIn();
      client.write(line);
      expect(await client.reply()).toMatch(/^500 5\.5\.2 Lines must end with CR LF/);
      expect(await client.reply()).toMatch(/^421/);
      await client.untilClosed();
    },
  );

  test("lines of dots are stored unchanged, at every split (D3)", async () => {
    const client = await loggedIn();
    const lines = [".", "..", ".x", "...", "", ".", "x."];
    const stuffed = lines.map((line) => (line.startsWith(".") ? `.${line}` : line)).join("\r\n");
    await begin(client);
    for (const byte of `${HEADER}\r\n${stuffed}\r\n.\r\n`) client.write(byte);
    expect(await client.reply()).toMatch(/^250/);
    expect(withoutTrace(rawOf())).toBe(`${HEADER}\r\n${lines.join("\r\n")}\r\n`);
  });
});
