import { afterAll, afterEach, expect, test } from "vitest";
import { createTestWorker } from "../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../test/harness/eventually.ts";
import { RuledWorld } from "../../../test/harness/ruled-world.ts";
import { newId } from "../../platform/ids/index.ts";
import type { Pauses } from "../recipients/index.ts";

/** Mail that waits for its turn, which may be minutes after its claim. */
const world = await RuledWorld.open();
const { database, accountId, startWorker, startSink, addRelay, addRule, send, settled } = world;
afterEach(world.reset);
afterAll(world.close);

const expectStates = (id: string, states: string[]) =>
  eventually(async () => {
    const { rows } = await database.pool.query(
      "SELECT state FROM recipients WHERE email_id = $1 ORDER BY position",
      [id],
    );
    expect(rows.map(({ state }) => state)).toEqual(states);
  });

const NOTHING: Pauses = { all: false, accounts: [], accountDomains: [], domains: [] };

test.each<[string, Partial<Pauses>, string[]]>([
  ["everything", { all: true }, ["queued", "queued"]],
  ["its account", { accounts: [accountId] }, ["queued", "queued"]],
  ["one of its domains", { domains: ["two.example"] }, ["delivered", "queued"]],
  [
    "its account's mail to a domain",
    { accountDomains: [`${accountId} one.example`] },
    ["queued", "delivered"],
  ],
  ["another account's mail to its domain", { accountDomains: ["b one.example"] }, ["delivered", "delivered"]],
])("mail that waits for its turn while a person pauses %s", async (_what, pause, states) => {
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let paused = NOTHING;
  const worker = createTestWorker({
    database,
    maxTransactions: 1,
    pauses: async () => {
      if (paused !== NOTHING) known.resolve();
      return paused;
    },
    transport: {
      transmit: async ({ envelope: { recipients } }) => {
        begun.push(...recipients);
        first.resolve();
        await end.promise;
        return recipients.map(() => ({ kind: "delivered" as const, reason: "250" }));
      },
      close: async () => undefined,
    },
  });
  await worker.start();
  try {
    await send({}, ["first@example.org"]);
    await first.promise;
    const email = await send({}, ["a@one.example", "b@two.example"]);
    await expectStates(email.id, ["sending", "sending"]);
    paused = { ...NOTHING, ...pause };
    await known.promise;
    end.resolve();
    await expectStates(email.id, states);
    expect(begun).toHaveLength(1 + states.filter((state) => state === "delivered").length);
  } finally {
    await worker.stop();
  }
});

/** A relay whose rate limit was used up for most of a minute, and a function that ends the wait. Workers learn of it with their next mail. */
async function startUsedUp() {
  const sink = await startSink();
  const relay = await addRelay(sink, { rate_per_second: 1 });
  const rule = await addRule({ action: "relay", relay_ids: [relay] });
  await startWorker();
  const many = await send(
    {},
    Array.from({ length: 50 }, (_, n) => `u${n}@example.org`),
  );
  await settled(many, Array(50).fill({ type: "delivered" }));
  const liftLimit = async () => {
    await database.pool.query(
      "UPDATE relays SET rate_per_second = NULL, revision = revision + 1 WHERE id = $1",
      [relay],
    );
  };
  return { sink, rule, liftLimit };
}

test("bulk mail is not sent to a person who unsubscribes while it waits for the rate limit of its relay (H8)", async () => {
  const { sink, liftLimit } = await startUsedUp();
  const bulk = { stream: "bulk" };
  const [left, stays] = [await send(bulk, ["left@example.org"]), await send(bulk, ["stays@example.org"])];
  for (const { id } of [left, stays]) await expectStates(id, ["sending"]);
  await database.pool.query(
    `INSERT INTO suppressions (account_id, id, address, address_key, reason, source, unsubscribed_at)
     VALUES ($1, $2, $3, $3, 'unsubscribe', 'link', now())`,
    [accountId, newId(), "left@example.org"],
  );
  await liftLimit();
  await eventually(async () => {
    await send();
    expect(sink.messages.length).toBeGreaterThan(1);
  }, 500);
  await settled(stays, [{ type: "delivered" }]);
  await settled(left, [{ type: "suppressed" }]);
  expect(sink.messages.flatMap(({ recipients }) => recipients)).not.toContain("left@example.org");
});

test("mail that waits for the rate limit of its relay while a rule begins to hold it is not sent", async () => {
  const { sink, rule, liftLimit } = await startUsedUp();
  const waiting = await send({}, ["waiting@example.org"]);
  await expectStates(waiting.id, ["sending"]);
  await database.pool.query(
    "UPDATE routing_rules SET action = 'hold', relay_ids = '{}', revision = revision + 1 WHERE id = $1",
    [rule],
  );
  await liftLimit();
  await eventually(async () => {
    await send();
    expect(await world.eventsOf(waiting)).toMatchObject([{ type: "deferred", detail: { route: "hold" } }]);
  }, 500);
  expect(sink.messages).toHaveLength(1);
});
