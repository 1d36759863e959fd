import { describe, expect, test } from "vitest";
import { HEADER, talkToServer } from "../../../test/harness/submission-talk.ts";

const talk = talkToServer();
const { loggedIn } = talk;

describe("the envelope (D6, D7)", () => {
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
    ["VRFY unknown-user", /^252/],
    ["ETRN example.com", /^500/],
    ["DATA", /^503/],
    ["RCPT TO:<a@example.com>", /^503/],
  ])("%j (D7, D9, D18, D20, D21)", async (line, reply) => {
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
  ])("RCPT TO:<%s> (D6)", async (path, reply) => {
    const client = await loggedIn();
    await client.say("MAIL FROM:<a@example.com>");
    expect(await client.say(`RCPT TO:<${path}>`)).toMatch(reply);
  });

  test("a list with more bad recipients than errors are allowed is sent to the good ones", async () => {
    const client = await loggedIn();
    await client.say("MAIL FROM:<a@example.com>");
    for (let n = 0; n < 30; n += 1) expect(await client.say(`RCPT TO:<bad${n}@localhost>`)).toMatch(/^55/);
    expect(await client.say("RCPT TO:<bob@example.net>")).toMatch(/^250/);
    await client.say("DATA");
    client.write(`${HEADER}\r\nx\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250/);
  });

  test("a source route is removed from the stored address (D6)", async () => {
    const client = await loggedIn();
    await client.say("MAIL FROM:<a@example.com>");
    await client.say("RCPT TO:<@relay.test:bob@EXAMPLE.net>");
    await client.say("DATA");
    client.write(`${HEADER}\r\nx\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250/);
    expect(talk.server.messages[0]?.recipients).toEqual(["bob@example.net"]);
  });

  test("the 1,001st recipient is deferred to the next message (D9)", async () => {
    const client = await loggedIn();
    await client.say("MAIL FROM:<a@example.com>");
    client.write(Array.from({ length: 1_001 }, (_, n) => `RCPT TO:<r${n}@example.net>\r\n`).join(""));
    const replies: string[] = [];
    for (let n = 0; n < 1_001; n += 1) replies.push(await client.reply());
    expect(replies.filter((reply) => reply.startsWith("250"))).toHaveLength(1_000);
    expect(replies.at(-1)).toMatch(/^452 4\.5\.3 /);
    await client.say("DATA");
    client.write(`${HEADER}\r\nx\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250/);
    expect(talk.server.messages[0]?.recipients).toHaveLength(1_000);
  });

  test("a non-ASCII address needs SMTPUTF8 (D21)", async () => {
    const client = await loggedIn();
    const line = (parameters: string) =>
      Buffer.from(`MAIL FROM:<jürgen@example.com>${parameters}\r\n`).toString("latin1");
    client.write(line(""));
    expect(await client.reply()).toMatch(/^553 5\.6\.7/);
    client.write(line(" SMTPUTF8"));
    expect(await client.reply()).toMatch(/^250/);
  });
});
