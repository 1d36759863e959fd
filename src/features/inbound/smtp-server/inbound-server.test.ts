import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  deliverInbound,
  greetInbound,
  OUR_DOMAIN,
  someReturnPath,
  startTestInboundServer,
} from "../../../../test/harness/inbound-client.ts";
import { connectRaw, type RawSmtp } from "../../../../test/harness/raw-smtp.ts";

let server: Awaited<ReturnType<typeof startTestInboundServer>>;
const open: RawSmtp[] = [];
beforeAll(async () => {
  server = await startTestInboundServer();
});
afterAll(async () => {
  for (const client of open) client.destroy();
  await server.stop();
});
beforeEach(() => {
  server.messages.length = 0;
  server.refused.length = 0;
});

async function greeted(port = server.port, from?: string): Promise<RawSmtp> {
  const client = await greetInbound(port, from);
  open.push(client);
  return client;
}
async function ownServer(options: Parameters<typeof startTestInboundServer>[0]) {
  const own = await startTestInboundServer(options);
  onTestFinished(() => own.stop());
  return own;
}
async function sayRcpt(path: string, client?: RawSmtp): Promise<string> {
  const session = client ?? (await greeted());
  await session.say("RSET");
  await session.say("MAIL FROM:<>");
  return await session.say(`RCPT TO:<${path}>`);
}
const bounceMessage = "From: MAILER-DAEMON@mx.test\r\nSubject: Undelivered\r\n\r\nIt came back.";
const UNKNOWN_MAILBOX = "550 5.1.1 No such mailbox here";

describe("RCPT accepts", () => {
  test.each([
    ["a return path", () => someReturnPath()],
    ["a return path in capitals", () => someReturnPath().toUpperCase()],
    ["a return path with a source route", () => `@relay.test:${someReturnPath()}`],
    ["postmaster", () => `Postmaster@${OUR_DOMAIN}`],
    ["postmaster without a domain (RFC 5321 §4.5.1)", () => "postmaster"],
    ["abuse", () => `abuse@${OUR_DOMAIN}`],
    ["DMARC reports", () => `dmarc-reports@${OUR_DOMAIN}`],
    ["TLS reports", () => `tls-reports@${OUR_DOMAIN}`],
    ["an unsubscribe address", () => `u-known@${OUR_DOMAIN}`],
  ])("%s", async (_, path) => {
    expect(await sayRcpt(path())).toBe("250 2.1.5 Accepted");
    expect(server.refused).toEqual([]);
  });

  test.each([
    ["a foreign domain (D6)", "postmaster@elsewhere.test", "unknown"],
    ["a percent hack (D6)", `bob%elsewhere.test@${OUR_DOMAIN}`, "unknown"],
    ["a bang path (D6)", `elsewhere.test!bob@${OUR_DOMAIN}`, "unknown"],
    ["a return path of ours at a foreign domain (D6)", "", "unknown"],
    ["a common mailbox name (D20)", `info@${OUR_DOMAIN}`, "unknown"],
    ["a subdomain", `postmaster@x.${OUR_DOMAIN}`, "unknown"],
    ["an address literal", "postmaster@[127.0.0.1]", "unknown"],
    ["an unknown unsubscribe token", `u-other@${OUR_DOMAIN}`, "unknown"],
    ["a forged return path (G1)", `b${"a".repeat(55)}@${OUR_DOMAIN}`, "forged"],
  ])("%s is rejected with the same reply for all (G14)", async (_, path, reason) => {
    const written = path || someReturnPath().replace(OUR_DOMAIN, "elsewhere.test");
    expect(await sayRcpt(written)).toBe(UNKNOWN_MAILBOX);
    expect(server.refused).toEqual([reason]);
  });

  test("a return path of ours at a domain that was removed since is accepted, other addresses there are not", async () => {
    const { port } = await ownServer({ wasOurDomain: async (domain) => domain === "bounces.removed.test" });
    const client = await greeted(port);
    const moved = (domain: string) => someReturnPath().replace(OUR_DOMAIN, domain);
    expect(await sayRcpt(moved("bounces.removed.test"), client)).toMatch(/^250/);
    expect(await sayRcpt(moved("elsewhere.test"), client)).toBe(UNKNOWN_MAILBOX);
    expect(await sayRcpt("postmaster@bounces.removed.test", client)).toBe(UNKNOWN_MAILBOX);
  });

  test.each([`"a@b"@${OUR_DOMAIN}`, "", "bob", `a b@${OUR_DOMAIN}`])(
    "RCPT TO:<%s> is rejected (D6)",
    async (path) => {
      expect(await sayRcpt(path)).toMatch(/^5/);
    },
  );

  test("no guessed address is accepted, and a guessing client is disconnected repeatedly (G2)", async () => {
    let client = await greeted();
    let sessions = 1;
    const replies = new Map<string, number>();
    await client.say("MAIL FROM:<>");
    for (let n = 0; n < 100; n += 1) {
      const guess = `b${(n * 7919)
        .toString(32)
        .replace(/[^a-z2-7]/g, "a")
        .padStart(55, "q")}`;
      const reply = client.isClosed ? "" : await client.say(`RCPT TO:<${guess}@${OUR_DOMAIN}>`);
      replies.set(reply, (replies.get(reply) ?? 0) + 1);
      if (reply !== UNKNOWN_MAILBOX) {
        client = await greeted();
        sessions += 1;
        await client.say("MAIL FROM:<>");
      }
    }
    expect([...replies.keys()].filter((reply) => reply.startsWith("2"))).toEqual([]);
    expect(sessions).toBeGreaterThan(4);
    expect(server.messages).toEqual([]);
  });
});

describe("DATA", () => {
  test("a bounce with a null sender is stored unchanged, with its client's address and name", async () => {
    const to = someReturnPath();
    expect(await deliverInbound(await greeted(), { to: [to], message: bounceMessage })).toMatch(
      /^250 2\.0\.0 kept as [0-9a-f-]{36}$/,
    );
    expect(server.messages).toMatchObject([
      { envelopeFrom: "", recipients: [to], clientIp: "127.0.0.1", helo: "mx.elsewhere.test" },
    ]);
    expect(server.messages[0]?.raw.toString()).toBe(`Return-Path: <>\r\n${bounceMessage}\r\n`);
  });

  test("one rejected recipient does not stop delivery to the others (D16)", async () => {
    const client = await greeted();
    await client.say("MAIL FROM:<daemon@elsewhere.test>");
    expect(await client.say(`RCPT TO:<unknown@${OUR_DOMAIN}>`)).toBe(UNKNOWN_MAILBOX);
    expect(await client.say(`RCPT TO:<abuse@${OUR_DOMAIN}>`)).toMatch(/^250/);
    await client.say("DATA");
    client.write(`${bounceMessage}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250/);
    expect(server.messages).toMatchObject([{ recipients: [`abuse@${OUR_DOMAIN}`] }]);
  });

  test("without a database, RCPT and DATA get 451 and nothing is confirmed (D14)", async () => {
    const away = async () => {
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
    };
    const noDomains = await ownServer({ isOurDomain: away });
    expect(await sayRcpt(someReturnPath(), await greeted(noDomains.port))).toMatch(/^451 4\.3\.0 /);
    const noStore = await ownServer({ store: away });
    const reply = await deliverInbound(await greeted(noStore.port), {
      to: [someReturnPath()],
      message: bounceMessage,
    });
    expect(reply).toMatch(/^451 4\.3\.0 /);
    expect(noStore.messages).toEqual([]);
  });

  test("a full disk gets 452 4.3.1 (D15)", async () => {
    const full = await ownServer({
      store: async () => {
        throw Object.assign(new Error("could not extend file"), { code: "53100" });
      },
    });
    const reply = await deliverInbound(await greeted(full.port), {
      to: [someReturnPath()],
      message: bounceMessage,
    });
    expect(reply).toMatch(/^452 4\.3\.1 /);
  });

  test("MAIL gets 452 while too much mail waits to be read", async () => {
    const { port } = await ownServer({ isFull: () => true });
    expect(await (await greeted(port)).say("MAIL FROM:<>")).toMatch(/^452 4\.3\.1 /);
  });

  test("a client that disconnects before the final dot stores nothing (D12)", async () => {
    const client = await greeted();
    for (const line of ["MAIL FROM:<>", `RCPT TO:<${someReturnPath()}>`, "DATA"]) await client.say(line);
    client.write("Subject: half");
    client.destroy();
    await deliverInbound(await greeted(), { to: [someReturnPath()], message: bounceMessage });
    expect(server.messages).toHaveLength(1);
  });

  test("a message of 10 MB is truncated at a line end; a report is stored whole (G11)", async () => {
    const large = `Subject: x\r\n\r\n${`${"x".repeat(76)}\r\n`.repeat(130_000)}`;
    const client = await greeted();
    for (const to of [someReturnPath(), `dmarc-reports@${OUR_DOMAIN}`])
      expect(await deliverInbound(client, { to: [to], message: large })).toMatch(/^250/);
    const [bounce, report] = server.messages;
    const returnPath = "Return-Path: <>\r\n".length;
    expect(bounce?.sizeBytes).toBe(returnPath + large.length + 2);
    expect(bounce?.raw.length).toBeGreaterThan(1_000_000);
    expect(bounce?.raw.length).toBeLessThanOrEqual(returnPath + 1024 * 1024);
    expect(bounce?.raw.toString("latin1", bounce.raw.length - 2)).toBe("\r\n");
    expect(report?.raw.length).toBe(returnPath + large.length + 2);
  });

  test("a report larger than the limit is rejected permanently", async () => {
    const { port } = await ownServer({ change: { reportBytes: 1_000 } });
    const message = `${bounceMessage}\r\n${"x\r\n".repeat(1_000)}`;
    const client = await greeted(port);
    expect(await deliverInbound(client, { to: [`dmarc@${OUR_DOMAIN}`], message })).toMatch(/^552 5\.3\.4 /);
    expect(await deliverInbound(client, { to: [someReturnPath()], message })).toMatch(/^250/);
  });

  test("a message is stored with its envelope sender as the first field (RFC 5321 §4.4)", async () => {
    const client = await greeted();
    const message = `Return-Path: <forged@elsewhere.test>\r\n${bounceMessage}`;
    for (const from of ["", "ada@elsewhere.test"])
      expect(await deliverInbound(client, { from, to: [someReturnPath()], message })).toMatch(/^250/);
    expect(server.messages.map(({ raw }) => raw.toString())).toEqual([
      `Return-Path: <>\r\n${message}\r\n`,
      `Return-Path: <ada@elsewhere.test>\r\n${message}\r\n`,
    ]);
    client.destroy();
  });

  test("long lines and broken headers are accepted, because we never relay the message", async () => {
    const message = `Subject: x\r\nno field\r\n\r\n${"x".repeat(5_000)}`;
    expect(await deliverInbound(await greeted(), { to: [someReturnPath()], message })).toMatch(/^250/);
  });
});

describe("the SMTP session is as strict as for submission (D2, D3, D4, D5, D9, D17, D19, D21, D24)", () => {
  test("EHLO lists the supported extensions and offers no AUTH (D1)", async () => {
    const client = await connectRaw(server.port);
    open.push(client);
    await client.reply();
    const offered = (await client.say("EHLO client.test")).split("\r\n").map((line) => line.slice(4));
    expect(offered).toEqual([
      "in.test",
      "PIPELINING",
      "8BITMIME",
      "SMTPUTF8",
      "ENHANCEDSTATUSCODES",
      `SIZE ${64 * 1024 * 1024}`,
      "STARTTLS",
    ]);
    expect(await client.say("AUTH PLAIN AGEAYg==")).toMatch(/^500/);
    expect(await client.say("STARTTLS")).toMatch(/^220/);
    await client.upgrade();
    expect(await client.say("EHLO client.test")).not.toMatch(/STARTTLS|AUTH/);
    expect(await deliverInbound(client, { to: [someReturnPath()], message: bounceMessage })).toMatch(/^250/);
  });

  test("commands sent in clear text after STARTTLS are never executed (D2)", async () => {
    const client = await greeted();
    client.write("STARTTLS\r\nMAIL FROM:<>\r\n");
    expect(await client.reply()).toMatch(/^554 5\.5\.1/);
    await client.untilClosed();
  });

  test.each(["\n.\n", "\n.\r\n", "\r.\r", "\r\n.\n", "\r\n.\r\r\n"])(
    "%j does not end the message, which is rejected (D3, D4)",
    async (end) => {
      const client = await greeted();
      const second = `MAIL FROM:<>\r\nRCPT TO:<${someReturnPath()}>\r\nDATA\r\nSubject: y\r\n\r\ny`;
      const message = `Subject: x\r\n\r\nx${end}${second}`;
      expect(await deliverInbound(client, { to: [someReturnPath()], message })).toMatch(/^550 5\.6\.0/);
      expect(await client.say("NOOP")).toMatch(/^250/);
      expect(server.messages).toEqual([]);
    },
  );

  test("a NUL before the dot does not end the message, which is accepted whole (D3)", async () => {
    const client = await greeted();
    const message = `Subject: x\r\n\r\nx\r\n\0.\r\nMAIL FROM:<>\r\ny`;
    expect(await deliverInbound(client, { to: [someReturnPath()], message })).toMatch(/^250/);
    expect(server.messages.map(({ raw }) => raw.toString())).toEqual([`Return-Path: <>\r\n${message}\r\n`]);
    client.destroy();
  });

  test("data sent before 354 is neither a message nor a command (D5)", async () => {
    const client = await greeted();
    client.write(`MAIL FROM:<>\r\nRCPT TO:<${someReturnPath()}>\r\nDATA\r\n${bounceMessage}\r\n.\r\n`);
    for (const code of [250, 250, 554]) expect(await client.reply()).toMatch(new RegExp(`^${code}`));
    await client.untilClosed();
    expect(server.messages).toEqual([]);
  });

  test.each([
    ["MAIL FROM:<> BODY=BINARYMIME", /^501/],
    ["MAIL FROM:<> RET=HDRS", /^555 5\.5\.4/],
    ["MAIL FROM:<> REQUIRETLS", /^5/],
    ["MAIL FROM:<> SIZE=999999999", /^552/],
    ["MAIL FROM:<>\0", /^501/],
    ["VRFY postmaster", /^252/],
    ["VRFY unknown", /^252/],
    ["EXPN staff", /^502/],
    ["BDAT 1 LAST", /^500/],
    ["XCLIENT ADDR=1.2.3.4", /^5/],
    [`NOOP ${"x".repeat(1_100)}`, /^500 5\.5\.2/],
    ["DATA", /^503/],
    ["EHLO a\0b", /^501/],
    ["GET / HTTP/1.1", /^421/],
  ])("%j", async (line, reply) => {
    expect(await (await greeted()).say(line)).toMatch(reply);
  });

  test("the 101st recipient gets 452 (D9)", async () => {
    const client = await greeted();
    await client.say("MAIL FROM:<>");
    client.write(Array.from({ length: 101 }, () => `RCPT TO:<${someReturnPath()}>\r\n`).join(""));
    const replies: string[] = [];
    for (let n = 0; n < 101; n += 1) replies.push(await client.reply());
    expect(replies.filter((reply) => reply.startsWith("250"))).toHaveLength(100);
    expect(replies.at(-1)).toMatch(/^452 4\.5\.3 /);
  });

  test("more than 100 Received fields are a loop (D19)", async () => {
    const message = `${"Received: by x\r\n".repeat(101)}${bounceMessage}`;
    expect(await deliverInbound(await greeted(), { to: [someReturnPath()], message })).toMatch(
      /^554 5\.4\.6 /,
    );
  });
});

describe("limits (D11)", () => {
  test("connections and messages are limited per network", async () => {
    const { port } = await ownServer({ change: { connectionsPerNetwork: 2, messagesPerMinute: 3 } });
    const client = await greeted(port);
    await greeted(port);
    const refused = await connectRaw(port);
    expect(await refused.reply()).toMatch(/^421 4\.7\.0 Too many connections/);
    for (let n = 0; n < 3; n += 1)
      expect(await deliverInbound(client, { to: [someReturnPath()], message: bounceMessage })).toMatch(
        /^250/,
      );
    expect(await client.say("MAIL FROM:<>")).toMatch(/^451 4\.7\.1 /);
  });

  test("one network at its memory limit leaves room for another (D11)", async () => {
    const mebibyte = 1024 * 1024;
    const { port } = await ownServer({ change: { bytesUnderWay: 4 * mebibyte } });
    const large = `Subject: x\r\n\r\n${`${"x".repeat(76)}\r\n`.repeat(14_000)}`;
    const probe = await greeted(port);
    const hasRoom = async () => {
      await probe.say("RSET");
      return (await probe.say(`MAIL FROM:<> SIZE=${mebibyte}`)).startsWith("250");
    };
    for (let n = 0; n < 40 && (await hasRoom()); n += 1) {
      const client = await greeted(port);
      onTestFinished(() => client.destroy());
      for (const line of ["MAIL FROM:<>", `RCPT TO:<${someReturnPath()}>`, "DATA"]) await client.say(line);
      await client.writeAndDrain(large);
    }
    expect(await hasRoom()).toBe(false);
    const other = await greeted(port, "127.0.0.2");
    expect(await deliverInbound(other, { to: [someReturnPath()], message: large })).toMatch(/^250/);
  });

  test("a client without a valid recipient is disconnected in time even if busy; others have longer", async () => {
    const { port } = await ownServer({ change: { strangerMs: 2_000, sweepMs: 20 } });
    const known = await greeted(port);
    await sayRcpt(someReturnPath(), known);
    const stranger = await greeted(port);
    const drip = setInterval(() => stranger.write("N"), 20);
    expect(await stranger.reply()).toMatch(/^421 4\.4\.2 Name a recipient sooner/);
    clearInterval(drip);
    expect(await known.say("NOOP")).toMatch(/^250/);
  });
});
