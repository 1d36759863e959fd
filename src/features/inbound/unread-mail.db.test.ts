import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { deliverInbound, someReturnPath } from "../../../test/harness/inbound-door.ts";
import type { RawSmtp } from "../../../test/harness/raw-smtp.ts";
import { until } from "../../../test/harness/until.ts";
import { newId } from "../../platform/ids/index.ts";
import { type InboundWorld, openInboundWorld } from "./inbound-world.fixture.ts";
import { UnreadMail } from "./unread-mail.ts";

const roomy = { messages: 1_000, bytes: 1e9 };
const limits = { ...roomy };
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
  Object.assign(limits, roomy);
  await world.query("TRUNCATE inbound_messages");
  await unread.look(world.database.db);
  world.counts.clear();
});

const message = (bytes: number) => `Subject: x\r\n\r\n${"x".repeat(bytes)}`;

async function untilRead(): Promise<void> {
  const waiting = () => world.query("SELECT FROM inbound_messages WHERE due_at <= now() + interval '5 min'");
  await until(async () => (await waiting()).length === 0, { within: 10_000, what: "all to be read" });
}

/** What a reader of another node has claimed. */
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
])("D15 with so many unread %s senders keep their mail, until it has been read", async (_, change) => {
  Object.assign(limits, change);
  const deliver = () => deliverInbound(client, { to: [someReturnPath()], message: message(2_000) });
  for (let n = 0; n < 2; n += 1) expect(await deliver()).toMatch(/^250/);
  expect(await client.say("MAIL FROM:<>")).toMatch(/^452 4\.3\.1 /);
  await untilRead();
  await unread.look(world.database.db);
  expect(await deliver()).toMatch(/^250/);
  await untilRead();
});

test.each([
  [{ messages: 2 }, true],
  [{ messages: 3 }, false],
  [{ bytes: 100_010 }, true],
  [{ bytes: 100_011 }, false],
])(
  "what other nodes took in counts: beside 2 messages of 100,010 bytes %j is full: %s",
  async (change, isFull) => {
    for (const bytes of [10, 100_000]) await leaveUnread(bytes);
    Object.assign(limits, change);
    await unread.look(world.database.db);
    expect(unread.isFull).toBe(isFull);
  },
);

test("G13 who watches is told of open connections, unread mail, and what came, by kind and outcome", async () => {
  await leaveUnread(10);
  await unread.look(world.database.db);
  expect(world.readGauges()).toEqual({
    posthouse_inbound_connections: 1,
    posthouse_inbound_unread_messages: 1,
  });
  await deliverInbound(client, { to: ["nobody@elsewhere.test"], message: "" });
  await client.say("RSET");
  await deliverInbound(client, { to: ["postmaster"], message: message(1) });
  await deliverInbound(client, { from: "a@elsewhere.test", to: ["postmaster"], message: message(1) });
  await until(async () => world.counts.size === 3, { within: 10_000, what: "both to be counted" });
  expect(Object.fromEntries(world.counts)).toEqual({
    "unknown refused_unknown": 1,
    "auto-reply kept": 1,
    "other forwarded": 1,
  });
});
