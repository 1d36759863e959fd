import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectRaw, connectRawTls, logInRaw, plain, type RawSmtp } from "../../../test/harness/raw-smtp.ts";
import { emailErrors } from "../emails/errors.ts";
import { goodKey, startTestSubmission } from "./submission.fixture.ts";

let door: Awaited<ReturnType<typeof startTestSubmission>>;
const open: RawSmtp[] = [];

beforeAll(async () => {
  door = await startTestSubmission({
    checkSender: async (address) => {
      if (address.endsWith("@foreign.test")) throw emailErrors.sender_not_allowed("Not from there.");
    },
  });
});
afterAll(async () => {
  for (const client of open) client.destroy();
  await door.stop();
});
beforeEach(() => {
  door.messages.length = 0;
});

async function kept(connecting: Promise<RawSmtp>): Promise<RawSmtp> {
  const client = await connecting;
  open.push(client);
  return client;
}
async function greeted(secure: boolean): Promise<RawSmtp> {
  const client = await kept(secure ? connectRawTls(door.implicit) : connectRaw(door.starttls));
  expect(await client.reply()).toBe("220 mail.test ESMTP");
  return client;
}
const loggedIn = () => kept(logInRaw(door.implicit, goodKey));

const header =
  "From: ada@example.com\r\nSubject: x\r\nMessage-ID: <m@x.test>\r\nDate: Sat, 1 Jan 2000 00:00:00 +0000\r\n";
async function begin(client: RawSmtp, from = "ada@example.com"): Promise<void> {
  expect(await client.say(`MAIL FROM:<${from}>`)).toBe("250 2.1.0 Accepted");
  expect(await client.say("RCPT TO:<bob@example.net>")).toBe("250 2.1.5 Accepted");
  expect(await client.say("DATA")).toMatch(/^354 /);
}
async function send(client: RawSmtp, message: string): Promise<string> {
  await begin(client);
  client.write(`${message}\r\n.\r\n`);
  return await client.reply();
}
const rawOf = (index = 0) => door.messages[index]?.raw.toString("latin1") ?? "";
const withoutTrace = (raw: string) => raw.replace(/^Received: [^\r]*\r\n\t[^\r]*\r\n/, "");

describe("what is offered", () => {
  test("D1 AUTH shows only behind TLS, and before it a password is refused unheard", async () => {
    const client = await greeted(false);
    const offered = await client.say("EHLO client.test");
    expect(offered).toContain("STARTTLS");
    expect(offered).not.toContain("AUTH");
    expect(await client.say(`AUTH PLAIN ${plain("posthouse", goodKey)}`)).toMatch(/^538 /);
    expect(await client.say("AUTH LOGIN")).toMatch(/^538 /);
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^530 /);
    expect(await client.say("STARTTLS")).toMatch(/^220 /);
    await client.upgrade();
    const secure = await client.say("EHLO client.test");
    expect(secure).toContain("AUTH PLAIN LOGIN");
    expect(secure).not.toContain("STARTTLS");
    expect(await client.say(`AUTH PLAIN ${plain("posthouse", goodKey)}`)).toMatch(/^235 2\.7\.0/);
    expect(await send(client, `${header}\r\nhello`)).toBe("250 2.0.0 queued as id-1");
  });

  test("D10 D21 EHLO lists what is done and nothing else", async () => {
    const client = await greeted(true);
    expect((await client.say("EHLO client.test")).split("\r\n").map((line) => line.slice(4))).toEqual([
      "mail.test",
      "PIPELINING",
      "8BITMIME",
      "SMTPUTF8",
      "ENHANCEDSTATUSCODES",
      "SIZE 41943040",
      "AUTH PLAIN LOGIN",
    ]);
  });

  test.each(["SSLv3", "TLSv1", "TLSv1.1"] as const)("D23 %s is refused", async (version) => {
    const options = { maxVersion: version, minVersion: version, ciphers: "ALL:@SECLEVEL=0" } as never;
    await expect(kept(connectRawTls(door.implicit, options))).rejects.toThrow();
  });

  test("D23 any server name gets the certificate", async () => {
    for (const servername of ["", "other.test", "mail.test"]) {
      const client = await kept(connectRawTls(door.implicit, { servername }));
      expect(await client.reply()).toMatch(/^220 /);
    }
  });
});

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
    const client = await kept(connectRaw(door.starttls));
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
    expect(door.messages).toEqual([]);
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
    expect(door.messages.map(({ recipients }) => recipients)).toEqual(
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
    expect(door.messages).toEqual([]);
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
    expect(door.messages).toEqual([]);
  });

  test.each(["NOOP\n", "NO\rOP\r\n", "NOOP\r\r\n", "NOOP\n\r\n", "RSET\nNOOP\r\n"])(
    "D4 a command %j is refused in clear words and ends the session",
    async (line) => {
      const client = await loggedIn();
      client.write(line);
      expect(await client.reply()).toMatch(/^500 5\.5\.2 Lines end with CR LF/);
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

describe("D8 AUTH", () => {
  test.each([
    ["a wrong password", "AUTH PLAIN", plain("posthouse", "wrong")],
    ["an empty password", "AUTH PLAIN", plain("posthouse", "")],
    ["another user", "AUTH PLAIN", plain("root", goodKey)],
    ["on behalf of somebody", "AUTH PLAIN", plain("posthouse", goodKey, "root")],
    ["no user", "AUTH PLAIN", plain("", goodKey, "posthouse")],
  ])("%s is 535", async (_, command, token) => {
    const client = await greeted(true);
    await client.say("EHLO client.test");
    expect(await client.say(`${command} ${token}`)).toMatch(/^535 5\.7\.8 /);
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^530 5\.7\.0 /);
  });

  test.each([
    ["no base64", "AUTH PLAIN !!!!", /^501/],
    ["too few parts", `AUTH PLAIN ${Buffer.from("a\0b").toString("base64")}`, /^501/],
    ["an unknown mechanism", "AUTH CRAM-MD5", /^504/],
    ["no mechanism", "AUTH", /^50[014]/],
    ["GSSAPI", "AUTH GSSAPI xyz", /^504/],
    ["too many words", "AUTH PLAIN a b", /^501/],
  ])("%s", async (_, line, reply) => {
    const client = await greeted(true);
    await client.say("EHLO client.test");
    expect(await client.say(line)).toMatch(reply);
    expect(await client.say("NOOP")).toMatch(/^250/);
  });

  test("PLAIN in two steps, LOGIN in three and in two; the beginning of the key is a user name too; canceled; twice", async () => {
    const user = Buffer.from("posthouse").toString("base64");
    const prefix = Buffer.from("ph_12345678").toString("base64");
    const key = Buffer.from(goodKey).toString("base64");
    for (const steps of [
      ["AUTH PLAIN", plain("posthouse", goodKey)],
      ["AUTH LOGIN", user, key],
      ["AUTH LOGIN", prefix, key],
      [`AUTH LOGIN ${user}`, key],
    ]) {
      const client = await greeted(true);
      await client.say("EHLO client.test");
      for (const step of steps.slice(0, -1)) expect(await client.say(step)).toMatch(/^334 /);
      expect(await client.say(steps.at(-1) as string)).toMatch(/^235 2\.7\.0/);
      expect(await client.say(`AUTH PLAIN ${plain("posthouse", goodKey)}`)).toMatch(/^503/);
    }
    const client = await greeted(true);
    await client.say("EHLO client.test");
    for (const start of ["AUTH PLAIN", "AUTH LOGIN"]) {
      expect(await client.say(start)).toMatch(/^334 /);
      expect(await client.say("*")).toMatch(/^501/);
    }
  });

  test("a key that may only read is refused", async () => {
    door.keys.set("ph_12345678_read", "read");
    await expect(kept(logInRaw(door.implicit, "ph_12345678_read"))).rejects.toThrow("535 5.7.8");
  });

  test("a line of 1 MB ends the session and nothing else", async () => {
    const client = await greeted(true);
    await client.say("EHLO client.test");
    client.write(`AUTH PLAIN ${"A".repeat(1_000_000)}\r\n`);
    expect(await client.reply()).toMatch(/^(500|421)/);
    await client.untilClosed();
  });

  test("after three refusals the session ends", async () => {
    const client = await greeted(true);
    await client.say("EHLO client.test");
    for (let n = 0; n < 3; n += 1)
      expect(await client.say(`AUTH PLAIN ${plain("posthouse", "wrong")}`)).toMatch(/^535/);
    expect(await client.reply()).toMatch(/^421 4\.7\.0/);
    await client.untilClosed();
  });

  test("B4 a key that was revoked is refused at the next MAIL of an open session", async () => {
    door.keys.set("ph_12345678_short", "full");
    const client = await kept(logInRaw(door.implicit, "ph_12345678_short"));
    expect(await send(client, `${header}\r\nx`)).toMatch(/^250/);
    door.keys.delete("ph_12345678_short");
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^535 5\.7\.8/);
  });
});

describe("D6 D7 the envelope", () => {
  test.each([
    ["MAIL FROM:<a@foreign.test>", /^553 5\.7\.1 Not from there\.$/],
    ["MAIL FROM:<>", /^250/],
    ["MAIL FROM:a@example.com", /^501/],
    ["MAIL FROM:<a@example.com> SIZE=41943041", /^552 5\.3\.4/],
    ["MAIL FROM:<a@example.com> SIZE=99999999999999999999", /^552/],
    ["MAIL FROM:<a@example.com> SIZE=-1", /^501/],
    ["MAIL FROM:<a@example.com> SIZE=1 SIZE=1", /^501/],
    ["MAIL FROM:<a@example.com> BODY=8BITMIME SMTPUTF8 AUTH=<>", /^250/],
    ["MAIL FROM:<a@example.com> BODY=BINARYMIME", /^501/],
    ["MAIL FROM:<a@example.com> RET=FULL ENVID=x", /^555 5\.5\.4/],
    ["MAIL FROM:<a@example.com> REQUIRETLS", /^555/],
    ["MAIL FROM:<a@example.com> X=Y", /^555/],
    ["MAIL FROM:<a b@example.com>", /^501/],
    ["MAIL FROM:<a@example.com>\0", /^501/],
    ["BDAT 10 LAST", /^500/],
    ["XCLIENT ADDR=1.2.3.4", /^5/],
    ["XFORWARD ADDR=1.2.3.4", /^5/],
    ["PROXY TCP4 1.2.3.4 1.2.3.4 1 1", /^5/],
    ["WIZ please", /^500/],
    ["EXPN staff", /^502/],
    ["VRFY root", /^252/],
    ["VRFY nobody-at-all", /^252/],
    ["ETRN example.com", /^500/],
    ["DATA", /^503/],
    ["RCPT TO:<a@example.com>", /^503/],
  ])("D7 D9 D18 D20 D21 %j", async (line, reply) => {
    expect(await (await loggedIn()).say(line)).toMatch(reply);
  });

  test.each([
    ["bob@example.net", /^250/],
    ["bob@example.net> NOTIFY=NEVER <", /^5/],
    ["@relay.test:bob@example.net", /^250/],
    ["bob%evil.test@example.net", /^553 5\.1\.3 /],
    ["postmaster", /^55/],
    ["bob", /^50|^55/],
    ["bob@", /^50/],
    ["", /^501/],
    ["bob@localhost", /^55/],
  ])("D6 RCPT TO:<%s>", async (path, reply) => {
    const client = await loggedIn();
    await client.say("MAIL FROM:<a@example.com>");
    expect(await client.say(`RCPT TO:<${path}>`)).toMatch(reply);
  });

  test("D6 a source route is left out of what is kept", async () => {
    const client = await loggedIn();
    await client.say("MAIL FROM:<a@example.com>");
    await client.say("RCPT TO:<@relay.test:bob@EXAMPLE.net>");
    await client.say("DATA");
    client.write(`${header}\r\nx\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250/);
    expect(door.messages[0]?.recipients).toEqual(["bob@example.net"]);
  });

  test("D9 the 1,001st recipient is told to come with the next message", async () => {
    const client = await loggedIn();
    await client.say("MAIL FROM:<a@example.com>");
    client.write(Array.from({ length: 1_001 }, (_, n) => `RCPT TO:<r${n}@example.net>\r\n`).join(""));
    const replies: string[] = [];
    for (let n = 0; n < 1_001; n += 1) replies.push(await client.reply());
    expect(replies.filter((reply) => reply.startsWith("250"))).toHaveLength(1_000);
    expect(replies.at(-1)).toMatch(/^452 4\.5\.3 /);
    await client.say("DATA");
    client.write(`${header}\r\nx\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250/);
    expect(door.messages[0]?.recipients).toHaveLength(1_000);
  });

  test("D21 an address beyond ASCII needs SMTPUTF8", async () => {
    const client = await loggedIn();
    const line = (parameters: string) =>
      Buffer.from(`MAIL FROM:<jürgen@example.com>${parameters}\r\n`).toString("latin1");
    client.write(line(""));
    expect(await client.reply()).toMatch(/^553 5\.6\.7/);
    client.write(line(" SMTPUTF8"));
    expect(await client.reply()).toMatch(/^250/);
  });
});

describe("D9 D17 D19 D24 limits", () => {
  test("a command line may have 1,024 octets", async () => {
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
  ])("D17 %j is no greeting", async (line) => {
    const client = await greeted(true);
    expect(await client.say(line)).toMatch(/^50[01] /);
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^503/);
  });

  test.each(["GET / HTTP/1.1", "POST /x HTTP/1.0", "PRI * HTTP/2.0"])(
    "D24 %s ends the session",
    async (line) => {
      const client = await greeted(false);
      client.write(`${line}\r\nHost: mail.test\r\n\r\n`);
      expect(await client.reply()).toMatch(/^421 /);
      await client.untilClosed();
      expect(client.rest).toBe("");
    },
  );

  test("who only makes errors is sent away", async () => {
    const client = await loggedIn();
    const replies: string[] = [];
    while (!client.isClosed && replies.length < 100) replies.push(await client.say("MAIL FROM:nonsense"));
    expect(replies.length).toBeLessThan(25);
    expect([...replies, client.rest].join("\n")).toContain("421 4.7.0 Too many errors");
  });

  test.each([
    ["a line of 999 octets", `${header}\r\n${"x".repeat(999)}`, /^550 5\.6\.0 A line has more than 998/],
    ["a header without a colon", `${header}nonsense\r\n\r\nx`, /^550 5\.6\.0 Line 5 of the header/],
    ["no From", "Subject: x\r\n\r\nx", /^550 5\.6\.0 The message has no From/],
    ["two From", `${header}From: b@example.com\r\n\r\nx`, /^550 5\.6\.0 There is more than one from/],
    ["a From of two", "From: a@example.com, b@example.com\r\n\r\nx", /^550 5\.6\.0 From: /],
    ["51 Received", `${"Received: by x\r\n".repeat(51)}${header}\r\nx`, /^554 5\.4\.6 /],
    [
      "its own trace three times",
      `${"Received: by mail.test (Posthouse) with ESMTPSA id x;\r\n\tdate\r\n".repeat(3)}${header}\r\nx`,
      /^554 5\.4\.6 /,
    ],
    [
      "a header of 300 kB",
      `${`X-Pad: ${"x".repeat(900)}\r\n`.repeat(340)}${header}\r\nx`,
      /^550 5\.6\.0 The header/,
    ],
  ])("%s", async (_, message, reply) => {
    const client = await loggedIn();
    expect(await send(client, message)).toMatch(reply);
    expect(await send(client, `${header}\r\nx`)).toMatch(/^250/);
    expect(door.messages).toHaveLength(1);
  });

  test.each([
    ["50 Received", `${"Received: by x\r\n".repeat(50)}${header}\r\nx`],
    ["a header of 100 kB", `${`X-Pad: ${"x".repeat(900)}\r\n`.repeat(110)}${header}\r\nx`],
    ["a line of 998 octets", `${header}\r\n${"x".repeat(998)}`],
    ["8-bit text", `${header}\r\nGr\xc3\xbc\xc3\x9fe`],
  ])("%s passes unchanged", async (_, message) => {
    expect(await send(await loggedIn(), message)).toMatch(/^250/);
    expect(withoutTrace(rawOf())).toBe(`${message}\r\n`);
  });
});

describe("what is done to a message", () => {
  test("a trace goes before it, without an address; Bcc, Return-Path and the key stay here", async () => {
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
    const kept_ = [message[1], message[4], message[6], "", message[9], ""].join("\r\n");
    const raw = rawOf();
    expect(raw.endsWith(kept_)).toBe(true);
    expect(raw.slice(0, -kept_.length)).toMatch(
      /^Received: by mail\.test \(Posthouse\) with ESMTPSA id \S+;\r\n\t\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000\r\nMessage-ID: <[^>]+@example\.com>\r\nDate: [^\r]+\r\n$/,
    );
    expect(raw).not.toContain("127.0.0.1");
    expect(door.messages[0]).toMatchObject({
      from: { address: "ada@example.com", name: "Adá" },
      subject: "Grüße",
      idempotencyKey: "order-1",
      envelopeFrom: "ada@example.com",
      messageId: /Message-ID: <([^>]+)>/.exec(raw)?.[1],
    });
  });

  test("D25 Resend-Idempotency-Key is one too", async () => {
    expect(await send(await loggedIn(), `Resend-Idempotency-Key: k 1\r\n${header}\r\nx`)).toMatch(/^250/);
    expect(door.messages[0]?.idempotencyKey).toBe("k 1");
    expect(withoutTrace(rawOf())).toBe(`${header}\r\nx\r\n`);
  });
});

test("D12 a client that dies before the dot leaves nothing", async () => {
  const client = await loggedIn();
  await begin(client);
  client.write(`${header}\r\nhalf a mess`);
  client.destroy();
  expect(await send(await loggedIn(), `${header}\r\nwhole`)).toMatch(/^250/);
  expect(door.messages).toHaveLength(1);
});

test("a half command at the end of a connection is not carried out", async () => {
  const client = await loggedIn();
  await client.say("MAIL FROM:<a@example.com>");
  await client.say("RCPT TO:<b@example.net>");
  await client.say("DATA");
  client.write(`${header}\r\nx\r\n.`);
  client.destroy();
  expect(await (await loggedIn()).say("NOOP")).toMatch(/^250/);
  expect(door.messages).toEqual([]);
});
