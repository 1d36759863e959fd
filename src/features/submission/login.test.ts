import { describe, expect, test } from "vitest";
import { connectRawTls, logInRaw, plain } from "../../../test/harness/raw-smtp.ts";
import { GOOD_KEY } from "../../../test/harness/submission-server.ts";
import { HEADER, talkToServer } from "../../../test/harness/submission-talk.ts";

const talk = talkToServer();
const { kept, greeted, send } = talk;

describe("before the login", () => {
  test("AUTH is offered only after TLS; before it, a password is rejected without reading it (D1)", async () => {
    const client = await greeted(false);
    const offered = await client.say("EHLO client.test");
    expect(offered).toContain("STARTTLS");
    expect(offered).not.toContain("AUTH");
    expect(await client.say(`AUTH PLAIN ${plain("posthouse", GOOD_KEY)}`)).toMatch(/^538 /);
    expect(await client.say("AUTH LOGIN")).toMatch(/^538 /);
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^530 /);
    expect(await client.say("STARTTLS")).toMatch(/^220 /);
    await client.upgrade();
    const secure = await client.say("EHLO client.test");
    expect(secure).toContain("AUTH PLAIN LOGIN");
    expect(secure).not.toContain("STARTTLS");
    expect(await client.say(`AUTH PLAIN ${plain("posthouse", GOOD_KEY)}`)).toMatch(/^235 2\.7\.0/);
    expect(await send(client, `${HEADER}\r\nhello`)).toBe("250 2.0.0 queued as id-1");
  });

  test("EHLO lists exactly the supported extensions (D10, D21)", async () => {
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

  test.each(["SSLv3", "TLSv1", "TLSv1.1"] as const)("%s is rejected (D23)", async (version) => {
    const options = { maxVersion: version, minVersion: version, ciphers: "ALL:@SECLEVEL=0" } as never;
    await expect(kept(connectRawTls(talk.server.implicit, options))).rejects.toThrow();
  });

  test("any server name gets the certificate (D23)", async () => {
    for (const servername of ["", "other.test", "mail.test"]) {
      const client = await kept(connectRawTls(talk.server.implicit, { servername }));
      expect(await client.reply()).toMatch(/^220 /);
    }
  });
});

describe("AUTH (D8)", () => {
  test.each([
    ["a wrong password", "AUTH PLAIN", plain("posthouse", "wrong")],
    ["an empty password", "AUTH PLAIN", plain("posthouse", "")],
    ["another user", "AUTH PLAIN", plain("root", GOOD_KEY)],
    ["another authorization identity", "AUTH PLAIN", plain("posthouse", GOOD_KEY, "root")],
    ["no user", "AUTH PLAIN", plain("", GOOD_KEY, "posthouse")],
  ])("%s is 535", async (_, command, token) => {
    const client = await greeted(true);
    await client.say("EHLO client.test");
    expect(await client.say(`${command} ${token}`)).toMatch(/^535 5\.7\.8 /);
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^530 5\.7\.0 /);
  });

  test.each([
    ["invalid base64", "AUTH PLAIN !!!!", /^501/],
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

  test("PLAIN in two steps, LOGIN in two and three; the key's prefix as user name; canceled; twice", async () => {
    const user = Buffer.from("posthouse").toString("base64");
    const prefix = Buffer.from("ph_12345678").toString("base64");
    const key = Buffer.from(GOOD_KEY).toString("base64");
    for (const steps of [
      ["AUTH PLAIN", plain("posthouse", GOOD_KEY)],
      ["AUTH LOGIN", user, key],
      ["AUTH LOGIN", prefix, key],
      [`AUTH LOGIN ${user}`, key],
    ]) {
      const client = await greeted(true);
      await client.say("EHLO client.test");
      for (const step of steps.slice(0, -1)) expect(await client.say(step)).toMatch(/^334 /);
      expect(await client.say(steps.at(-1) as string)).toMatch(/^235 2\.7\.0/);
      expect(await client.say(`AUTH PLAIN ${plain("posthouse", GOOD_KEY)}`)).toMatch(/^503/);
    }
    const client = await greeted(true);
    await client.say("EHLO client.test");
    for (const start of ["AUTH PLAIN", "AUTH LOGIN"]) {
      expect(await client.say(start)).toMatch(/^334 /);
      expect(await client.say("*")).toMatch(/^501/);
    }
  });

  test("a key with the permission read is rejected", async () => {
    talk.server.keys.set("ph_12345678_read", "read");
    await expect(kept(logInRaw(talk.server.implicit, "ph_12345678_read"))).rejects.toThrow("535 5.7.8");
  });

  test("a line of 1 MB ends only its session", async () => {
    const client = await greeted(true);
    await client.say("EHLO client.test");
    client.write(`AUTH PLAIN ${"A".repeat(1_000_000)}\r\n`);
    expect(await client.reply()).toMatch(/^(500|421)/);
    await client.untilClosed();
  });

  test("the session ends after three failed logins", async () => {
    const client = await greeted(true);
    await client.say("EHLO client.test");
    for (let n = 0; n < 3; n += 1)
      expect(await client.say(`AUTH PLAIN ${plain("posthouse", "wrong")}`)).toMatch(/^535/);
    expect(await client.reply()).toMatch(/^421 4\.7\.0/);
    await client.untilClosed();
  });

  test("a revoked key is rejected at the next MAIL of an open session (B4)", async () => {
    talk.server.keys.set("ph_12345678_short", "full");
    const client = await kept(logInRaw(talk.server.implicit, "ph_12345678_short"));
    expect(await send(client, `${HEADER}\r\nx`)).toMatch(/^250/);
    talk.server.keys.delete("ph_12345678_short");
    expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^535 5\.7\.8/);
  });
});
