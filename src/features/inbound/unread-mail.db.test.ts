import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { deliverInbound, someReturnPath } from "../../../test/harness/inbound-client.ts";
import type { RawSmtp } from "../../../test/harness/raw-smtp.ts";
import { until } from "../../../test/harness/until.ts";
import { newId } from "../../platform/ids/index.ts";
import { type InboundWorld, openInboundWorld } from "./inbound-world.fixture.ts";
import { UnreadMail } from "./unread-mail.ts";

const roomy = { messages: 1_000, bytes: 1e9 };
const limits = { all: { ...roomy }, open: { ...roomy }, openOfNetwork: { ...roomy } };
const unread = new UnreadMail(limits);
let world: InboundWorld;
let client: RawSmtp;
beforeAll(async () => {
  world = await openInboundWorld({
    unread,
    forwardToOperators: async ({ envelopeFrom }) => (envelopeFrom === "" ? "kept" : "forwarded"),
  });
  client = await world.greet();
});
afterAll(async () => {
  client.destroy();
  await world.close();
});
afterEach(async () => {
  for (const limit of Object.values(limits)) Object.assign(limit, roomy);
  await world.query("TRUNCATE inbound_messages");
  await unread.refresh(world.database.db);
  world.counts.clear();
});

const message = (bytes: number) => `Subject: x\r\n\r\n${"x".repeat(bytes)}`;

async function untilRead(): Promise<void> {
  const waiting = () => world.query("SELECT FROM inbound_messages WHERE due_at <= now() + interval '5 min'");
  await until(async () => (await waiting()).length === 0, { what: "all to be read" });
}

/** Stores a message that a reader of another node has claimed. */
async function leaveUnread(bytes: number): Promise<void> {
  await world.query(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo, due_at)
     VALUES ($1, $2, 0, '', '{}', '', '', now() + interval '1 hour')`,
    [newId(), Buffer.alloc(bytes)],
  );
}

test.each([
  ["messages", { messages: 2 }],
  ["bytes", { bytes: 3_000 }],
])("at the limit of unread %s, MAIL gets 452 until they have been read (D15)", async (_, change) => {
  Object.assign(limits.all, change);
  const deliver = () => deliverInbound(client, { to: [someReturnPath()], message: message(2_000) });
  for (let n = 0; n < 2; n += 1) expect(await deliver()).toMatch(/^250/);
  expect(await client.say("MAIL FROM:<>")).toMatch(/^452 4\.3\.1 /);
  await untilRead();
  await unread.refresh(world.database.db);
  expect(await deliver()).toMatch(/^250/);
  await untilRead();
});

test.each([
  [{ messages: 2 }, true],
  [{ messages: 3 }, false],
  [{ bytes: 100_010 }, true],
  [{ bytes: 100_011 }, false],
])(
  "unread mail of other nodes counts: with 2 messages of 100,010 bytes and the limit %j, isFull is %s",
  async (change, isFull) => {
    for (const bytes of [10, 100_000]) await leaveUnread(bytes);
    Object.assign(limits.all, change);
    await unread.refresh(world.database.db);
    expect(unread.isFull).toBe(isFull);
  },
);

test("a network's unread reports are limited without affecting other networks or bounces", async () => {
  Object.assign(limits.openOfNetwork, { messages: 2 });
  unread.add({ line: "open", network: "127.0.0.1", messages: 2, bytes: 10 });
  expect(unread.isFullOfOpen("192.0.2.1")).toBe(false);
  await client.say("MAIL FROM:<>");
  expect(await client.say("RCPT TO:<postmaster>")).toMatch(/^451 4\.7\.1 /);
  await client.say("RSET");
  expect(await deliverInbound(client, { to: [someReturnPath()], message: message(1) })).toMatch(/^250/);
  await untilRead();
});

test("unread reports of all networks leave room for bounces", async () => {
  Object.assign(limits.open, { messages: 10 });
  for (let n = 0; n < 10; n += 1) unread.add({ line: "open", network: `192.0.2.${n}`, bytes: 10 });
  expect(unread.isFullOfOpen("198.51.100.1")).toBe(true);
  expect(unread.isFull).toBe(false);
});

test("metrics count open connections, unread mail, and messages by kind and outcome (G13)", async () => {
  await leaveUnread(10);
  await unread.refresh(world.database.db);
  expect(world.readGauges()).toEqual({
    posthouse_inbound_connections: 1,
    posthouse_inbound_unread_messages: 1,
  });
  await deliverInbound(client, { to: ["unknown@elsewhere.test"], message: "" });
  await client.say("RSET");
  await deliverInbound(client, { to: ["postmaster"], message: message(1) });
  await deliverInbound(client, { from: "a@elsewhere.test", to: ["postmaster"], message: message(1) });
  await until(async () => world.counts.size === 3, { what: "both to be counted" });
  expect(Object.fromEntries(world.counts)).toEqual({
    "unknown refused_unknown": 1,
    "auto-reply kept": 1,
    "other forwarded": 1,
  });
});
