import { describe, expect, test } from "vitest";
import { connectRaw } from "../../../test/harness/raw-smtp.ts";
import { header, talkToServer, withoutTrace } from "../../../test/harness/submission-talk.ts";

const talk = talkToServer();
const { kept, begin, greeted, loggedIn, rawOf } = talk;

describe("D2 D5 who does not wait", () => {
  test("D2 what was sent in clear behind STARTTLS is never carried out", async () => {
    const client = await greeted(false);
    await client.say("EHLO client.test");
    client.write("STARTTLS\r\nEHLO evil.test\r\nMAIL FROM:<evil@example.com>\r\n");
    expect(await client.reply()).toMatch(/^554 5\.5\.1 /);
    await client.untilClosed();
  });

  test("D2 nor when it comes in a packet of its own before the handshake", async () => {
    const client = await greeted(false);
    await client.say("EHLO client.test");
    expect(await client.say("STARTTLS")).toMatch(/^220 /);
    client.write("EHLO evil.test\r\nNOOP\r\n");
    await client.untilClosed();
    expect(client.rest).toBe("");
  });

  test("D5 before the greeting", async () => {
    const client = await kept(connectRaw(talk.server.starttls));
    client.write("EHLO early.test\r\nNOOP\r\n");
    const said = await client.reply();
    if (said.startsWith("220")) expect(await client.reply()).toMatch(/^554/);
    else expect(said).toMatch(/^421/);
    await client.untilClosed();
  });

  test.each(["EHLO a.test\r\nNOOP\r\n", "HELO a.test\r\nMAIL FROM:<a@b.test>\r\n"])(
    "D5 after %j",
    async (lines) => {
      const client = await greeted(true);
      client.write(lines);
      expect(await client.reply()).toMatch(/^554 5\.5\.1/);
      await client.untilClosed();
      expect(client.rest).toBe("");
    },
  );

  test("D5 after DATA, before 354: neither message nor command", async () => {
    const client = await loggedIn();
    client.write(
      `MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nDATA\r\n${header}\r\nx\r\n.\r\nMAIL FROM:<evil@example.com>\r\n`,
    );
    expect(await client.reply()).toMatch(/^250 2\.1\.0/);
    expect(await client.reply()).toMatch(/^250 2\.1\.5/);
    expect(await client.reply()).toMatch(/^554 5\.5\.1/);
    await client.untilClosed();
    expect(talk.server.messages).toEqual([]);
  });

  test("D5 RFC 2920: MAIL, RCPT and DATA in one packet, and the next group behind the dot, are carried out in order", async () => {
    const client = await loggedIn();
    const group =
      "MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nRCPT TO:<c@example.net>\r\nDATA\r\n";
    client.write(group);
    for (const code of [250, 250, 250, 354]) expect(await client.reply()).toMatch(new RegExp(`^${code}`));
    client.write(`${header}\r\none\r\n.\r\n${group}`);
    for (const code of [250, 250, 250, 250, 354])
      expect(await client.reply()).toMatch(new RegExp(`^${code}`));
    client.write(`${header}\r\ntwo\r\n.\r\nQUIT\r\n`);
    expect(await client.reply()).toBe("250 2.0.0 queued as id-2");
    expect(await client.reply()).toMatch(/^221/);
    expect(talk.server.messages.map(({ recipients }) => recipients)).toEqual(
      Array(2).fill(["b@example.net", "c@example.net"]),
    );
  });

  test("D5 a command that is split into single bytes is one command", async () => {
    const client = await greeted(true);
    for (const byte of "EHLO client.test\r\n") client.write(byte);
    expect(await client.reply()).toMatch(/^250-mail\.test/);
  });
});

describe("D3 D4 line ends", () => {
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
  const second = `MAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.net>\r\nDATA\r\n${header}\r\nevil`;

  test.each(ends)("D3 %j ends nothing: one message at most, and it is refused", async (end) => {
    const client = await loggedIn();
    await begin(client);
    client.write(`${header}\r\nfirst${end}${second}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^550 5\.6\.0 /);
    expect(await client.say("NOOP")).toMatch(/^250/);
    expect(client.rest).toBe("");
    expect(talk.server.messages).toEqual([]);
  });

  test.each(ends)("D3 %j, byte by byte", async (end) => {
    const client = await loggedIn();
    await begin(client);
    client.write(`${header}\r\nfirst`);
    for (const byte of end) {
      client.write(byte);
      await new Promise(setImmediate);
    }
    client.write(`${second}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^550 5\.6\.0 /);
    expect(talk.server.messages).toEqual([]);
  });

  test.each(["NOOP\n", "NO\rOP\r\n", "NOOP\r\r\n", "NOOP\n\r\n", "RSET\nNOOP\r\n"])(
    "D4 a command %j is refused in clear words and ends the session",
    async (line) => {
      const client = await loggedIn();
      client.write(line);
      expect(await client.reply()).toMatch(/^500 5\.5\.2 Lines must end with CR LF/);
      expect(await client.reply()).toMatch(/^421/);
      await client.untilClosed();
    },
  );

  test("D3 lines of dots come out as they went in, at every split", async () => {
    const client = await loggedIn();
    const lines = [".", "..", ".x", "...", "", ".", "x."];
    const stuffed = lines.map((line) => (line.startsWith(".") ? `.${line}` : line)).join("\r\n");
    await begin(client);
    for (const byte of `${header}\r\n${stuffed}\r\n.\r\n`) client.write(byte);
    expect(await client.reply()).toMatch(/^250/);
    expect(withoutTrace(rawOf())).toBe(`${header}\r\n${lines.join("\r\n")}\r\n`);
  });
});
