import { afterAll, afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/harness/eventually.ts";
import { RuledWorld } from "../../../../test/harness/ruled-world.ts";
import type { SmtpSink } from "../../../../test/harness/smtp-server.ts";
import { newId } from "../../../platform/ids/index.ts";
import { selfHostedPolicies } from "../../../processes/services/policies.ts";
import { INSTANCE_ID } from "../../routing/index.ts";
import { changeRule } from "../../routing/rules/change-rules.ts";

const world = await RuledWorld.open();
const { database, accountId, startWorker, startSink, addRelay, addRule, send, eventsOf, settled, makeDue } =
  world;
const other = newId();
afterEach(world.reset);
afterAll(world.close);

describe("rules", () => {
  test("send mail through the relay that they name, with the reason in events; other mail uses the default route", async () => {
    const sink = await startSink();
    const relay = await addRelay(sink, { name: "mailgun-eu" });
    await addRule({
      name: "to org",
      match: { recipient_domain: "*.org" },
      action: "relay",
      relay_ids: [relay],
    });
    await startWorker();
    const ruled = await send({}, ["a@one.org", "b@two.org"]);
    const unruled = await send({}, ["a@one.net"]);
    const taken = {
      route: "relay mailgun-eu",
      rule: "rule 1 “to org” sends mail to *.org by relay mailgun-eu",
    };
    await settled(ruled, [
      { type: "delivered", detail: { ...taken, code: 250 } },
      { type: "delivered", detail: taken },
    ]);
    await settled(unruled, [{ type: "captured", detail: { route: "default" } }]);
    // In one transaction, or in two when finding the route takes long.
    expect(sink.messages.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      "a@one.org",
      "b@two.org",
    ]);
    expect((await eventsOf(unruled))[0].detail.rule).toBeUndefined();
  });

  test("of the instance come after the account's own; rules of one account do not affect another's mail", async () => {
    const own = await addRelay(await startSink(), { name: "own" });
    const shared = await addRelay(await startSink(), { name: "shared", owner: INSTANCE_ID });
    await addRule({ match: { stream: "transactional" }, action: "relay", relay_ids: [own] });
    await addRule({ action: "relay", relay_ids: [shared] }, INSTANCE_ID);
    await startWorker();
    await settled(await send(), [{ detail: { route: "relay own" } }]);
    await settled(await send({ accountId: other }), [{ detail: { route: "relay shared" } }]);
    await settled(await send({ stream: "bulk" }), [{ detail: { route: "relay shared" } }]);
  });

  test("of the instance for one account do not keep other accounts' mail to the same domains waiting", async () => {
    const released = Promise.withResolvers<undefined>();
    const sink = await startSink({ dot: () => released.promise });
    const relay = await addRelay(sink, { owner: INSTANCE_ID, max_connections: 1 });
    await addRule({ match: { account_id: accountId }, action: "relay", relay_ids: [relay] }, INSTANCE_ID);
    await startWorker();
    try {
      await Promise.all(Array.from({ length: 40 }, () => send()));
      await eventually(() => expect(sink.commands).toContain("DATA"));
      await settled(await send({ accountId: other }), [{ type: "captured", detail: { route: "default" } }]);
    } finally {
      released.resolve(undefined);
    }
  });

  test("hold mail until they are disabled; changes apply within seconds", async () => {
    const rule = await addRule({ name: "quarantine", action: "hold" });
    await startWorker();
    const email = await send();
    await settled(email, [
      { type: "deferred", detail: { route: "hold", rule: "rule 1 “quarantine” holds all mail" } },
    ]);
    const switchedOff = { accountId, id: rule, input: { enabled: false }, actor: world.actor };
    await changeRule({ database, policies: selfHostedPolicies }, switchedOff);
    await eventually(async () => {
      await makeDue();
      expect((await eventsOf(email)).at(-1)).toMatchObject({ type: "captured" });
    }, 200);
  });

  test("send mail directly, from the addresses of a pool", async () => {
    await database.pool.query(
      `INSERT INTO pools (account_id, id, name, sources) VALUES ($1, $2, 'warm', '[{"address":"127.0.0.1","helo_name":"out","started_on":null}]')`,
      [INSTANCE_ID, other],
    );
    await addRule({ action: "direct", pool_id: other }, INSTANCE_ID);
    await startWorker();
    await settled(await send(), [
      {
        type: "bounced",
        detail: { reason: "directly to example.org via warm", rule: expect.stringMatching(/warm$/) },
      },
    ]);
  });

  test("make mail wait if all their relays are disabled, without another route and without counting a retry", async () => {
    const relay = await addRelay(await startSink());
    await addRule({ action: "relay", relay_ids: [relay] });
    await database.pool.query("UPDATE relays SET enabled = false, revision = revision + 1");
    await startWorker();
    const email = await send();
    await settled(email, [
      { type: "deferred", detail: { reason: expect.stringMatching(/disabled or were deleted/) } },
    ]);
    const { rows } = await database.pool.query("SELECT tries FROM recipients WHERE email_id = $1", [
      email.id,
    ]);
    expect(rows).toEqual([{ tries: 0 }]);
  });
});

test("a relay without SMTPUTF8 gets the mail of all recipients except the one whose address needs it", async () => {
  const sink = await startSink();
  await addRule({ action: "relay", relay_ids: [await addRelay(sink)] });
  await startWorker();
  const email = await send({}, ["a@example.org"], ["jürgen@example.org"]);
  await eventually(async () => {
    // Two transactions end in any order.
    const ends = (await eventsOf(email)).map(({ type, detail }) => `${type} ${detail.enhanced}`);
    expect(ends.toSorted()).toEqual(["bounced 5.6.7", "delivered 2.0.0"]);
  });
  expect(sink.messages.map(({ recipients }) => recipients)).toEqual([["a@example.org"]]);
});

describe("relays that share mail", () => {
  test("get their share by weight", async () => {
    const sinks = [await startSink(), await startSink()];
    const relays = [
      await addRelay(sinks[0] as SmtpSink, { weight: 9 }),
      await addRelay(sinks[1] as SmtpSink, { weight: 1 }),
    ];
    await addRule({ action: "relay", relay_ids: relays, spread: "weight" });
    await startWorker();
    await Promise.all(Array.from({ length: 200 }, () => send()));
    const counts = () => sinks.map(({ messages }) => messages.length);
    await eventually(() => expect(counts().reduce((a, b) => a + b)).toBe(200));
    const [heavy = 0, light = 0] = counts();
    expect(light).toBeGreaterThan(0);
    expect(heavy).toBeGreaterThan(light * 3);
  });

  /** A relay of two connections, and the most messages that it had at once. */
  async function startLimited() {
    let open = 0;
    const most = { atOnce: 0 };
    const sink = await startSink({
      dot: async () => {
        open += 1;
        most.atOnce = Math.max(most.atOnce, open);
        await new Promise((resolve) => setTimeout(resolve, 20));
        open -= 1;
        return undefined;
      },
    });
    const relay = await addRelay(sink, { max_connections: 2 });
    await addRule({ action: "relay", relay_ids: [relay] });
    await startWorker();
    return { sink, relay, most };
  }

  test("get no more connections at once than their limit", async () => {
    const { sink, most } = await startLimited();
    await Promise.all(Array.from({ length: 30 }, () => send()));
    await eventually(() => expect(sink.messages.length).toBe(30));
    expect(most.atOnce).toBe(2);
    expect(sink.connections).toBeLessThanOrEqual(2);
  });

  test("get as many as a limit that is raised while mail waits", async () => {
    const { relay, most } = await startLimited();
    await Promise.all(Array.from({ length: 100 }, () => send()));
    await eventually(() => expect(most.atOnce).toBe(2));
    await world.changeRelay(relay, { max_connections: 12 });
    await eventually(async () => {
      await send();
      expect(most.atOnce).toBe(12);
    });
  });
});

describe("relays of accounts that are not the operator's", () => {
  const setOperator = (isOperator: boolean) =>
    database.pool.query("UPDATE accounts SET is_operator = $2 WHERE id = $1", [accountId, isOperator]);
  afterEach(() => setOperator(true));

  test("are not connected to in our own network, also after an account stops being the operator's (I1)", async () => {
    const sink = await startSink();
    await addRule({ action: "relay", relay_ids: [await addRelay(sink)] });
    await startWorker();
    await settled(await send(), [{ type: "delivered" }]);
    const before = sink.connections;
    await setOperator(false);
    await eventually(async () => {
      const refused = await send();
      await settled(refused, [{}]);
      const [event] = await eventsOf(refused);
      expect(event).toMatchObject({ type: "deferred", detail: { reason: expect.stringContaining("ports") } });
    });
    expect(sink.connections).toBe(before);
  });
});
