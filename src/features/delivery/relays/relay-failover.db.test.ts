import { afterAll, afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/harness/eventually.ts";
import { RuledWorld } from "../../../../test/harness/ruled-world.ts";
import type { Script, SinkOptions } from "../../../../test/harness/smtp-server.ts";

const world = await RuledWorld.open();
const { database, logged, startWorker, startSink, addRelay, addRule, send, settled, makeDue } = world;
afterEach(world.reset);
afterAll(world.close);

const healthOf = async (id: string) => {
  const { rows } = await database.pool.query(
    "SELECT state, failures, last_error, retry_at > now() AS waits FROM relays WHERE id = $1",
    [id],
  );
  return rows[0];
};

/** The state is shared after the reply. */
const expectHealth = (id: string, health: object) =>
  eventually(async () => expect(await healthOf(id)).toMatchObject(health));

/** Ends the cooldown. */
const letRetry = (id: string) =>
  database.pool.query("UPDATE relays SET retry_at = now() WHERE id = $1", [id]);

describe("failover (E28)", () => {
  async function startPair(script: Script, options: SinkOptions = {}) {
    const [first, second] = [await startSink(script, options), await startSink()];
    const login = options.auth ? { login: "user:pass@" } : {};
    const relays = [
      await addRelay(first, { name: "first", ...login }),
      await addRelay(second, { name: "second" }),
    ];
    await addRule({ action: "relay", relay_ids: relays });
    await startWorker();
    return { first, second, relays };
  }

  test.each<[string, Script, SinkOptions?]>([
    ["a greeting of 421", { greeting: "421 4.3.2 busy" }],
    ["a greeting of 554", { greeting: "554 5.7.1 no" }],
    ["an end before the greeting", { greeting: "fin" }],
    ["a reset at EHLO", { ehlo: "rst" }],
    ["AUTH 454", { auth: "454 4.7.0 later" }, { auth: ["PLAIN"] }],
    ["AUTH 535", { auth: "535 5.7.8 no" }, { auth: ["PLAIN"] }],
    ["421 at MAIL", { mail: "421 4.3.2 closing" }],
    ["an end at MAIL", { mail: "fin" }],
  ])(
    "after %s the next relay gets the message, once, and the event names both",
    async (_what, script, options) => {
      const { first, second } = await startPair(script, options);
      const email = await send();
      await settled(email, [
        {
          type: "delivered",
          detail: { route: "relay second", reason: expect.stringContaining("tried before: relay first:") },
        },
      ]);
      expect([first.messages.length, second.messages.length]).toEqual([0, 1]);
    },
  );

  test.each<[string, Script, string]>([
    ["451 at MAIL", { mail: "451 4.7.1 later" }, "deferred"],
    ["550 at RCPT", { rcpt: "550 5.1.1 unknown" }, "bounced"],
    ["421 at RCPT", { rcpt: "421 4.7.0 closing" }, "deferred"],
    ["a reset at DATA", { data: "rst" }, "deferred"],
    ["451 after the dot", { dot: "451 4.3.0 later" }, "deferred"],
    ["an end after the dot, with the message kept", { dot: "drop-after" }, "uncertain"],
    ["an end after the dot, with the message lost", { dot: "drop-before" }, "uncertain"],
  ])("after %s, no other relay is tried in the same attempt", async (_what, script, type) => {
    const { second } = await startPair(script);
    await settled(await send(), [{ type, detail: { route: "relay first" } }]);
    expect(second.connections).toBe(0);
  });
});

describe("a relay in trouble", () => {
  test("rejects the credentials: all mail is deferred, there is one alert, and few connections (E35)", async () => {
    const sink = await startSink({ auth: "535 5.7.8 no" }, { auth: ["PLAIN"] });
    const relay = await addRelay(sink, { login: "user:pass@", name: "strict" });
    await addRule({ action: "relay", relay_ids: [relay] });
    await startWorker();
    await startWorker();
    const emails = await Promise.all(Array.from({ length: 30 }, () => send()));
    for (const email of emails)
      await settled(email, [{ type: "deferred", detail: { route: "relay strict" } }]);
    const connections = sink.connections;
    expect(connections).toBeLessThan(30);
    await makeDue();
    const late = await send();
    await settled(late, [
      { type: "deferred", detail: { reason: expect.stringMatching(/in cooldown.*535/) } },
    ]);
    expect(sink.connections).toBe(connections);
    await expectHealth(relay, { state: "auth_failed", waits: true });
    expect(logged.filter((event) => event === "relay.auth_failed")).toHaveLength(1);
  });

  test("gets a cooldown when it is unreachable, then one real message as a probe, and is used again once it accepts that message", async () => {
    const sink = await startSink({ greeting: "421 4.3.2 down" });
    const relay = await addRelay(sink, { name: "shaky" });
    await addRule({ action: "relay", relay_ids: [relay] });
    await database.pool.query(
      "UPDATE relays SET state = 'open', failures = 3, retry_at = now() + interval '1 hour', last_error = 'down'",
    );
    await startWorker();
    await startWorker();
    const waiting = await Promise.all(Array.from({ length: 10 }, () => send()));
    for (const email of waiting)
      await settled(email, [{ type: "deferred", detail: { reason: expect.stringMatching(/down/) } }]);
    expect(sink.connections).toBe(0);
    // The cooldown ends while the relay is still down. One message probes it for both workers.
    await letRetry(relay);
    await eventually(async () => {
      await makeDue();
      expect(sink.connections).toBe(1);
    }, 200);
    await expectHealth(relay, { failures: 4, waits: true });
    // The next cooldown ends after the relay has recovered.
    sink.setScript({});
    await letRetry(relay);
    await eventually(async () => {
      await makeDue();
      expect(sink.messages.length).toBe(10);
    }, 200);
    await expectHealth(relay, { state: "closed", failures: 0 });
    expect(logged).toContain("relay.recovered");
  });

  test("is probed by an email with several recipients, too", async () => {
    const relay = await addRelay(await startSink(), { name: "back" });
    await addRule({ action: "relay", relay_ids: [relay] });
    await database.pool.query("UPDATE relays SET state = 'open', failures = 3, retry_at = now()");
    await startWorker();
    const email = await send({}, ["a@one.example", "b@one.example", "c@two.example"]);
    await settled(email, Array(3).fill({ type: "delivered", detail: { route: "relay back" } }));
    await expectHealth(relay, { state: "closed" });
  });

  test("is skipped for the next relay during its cooldown", async () => {
    const [down, up] = [await startSink(), await startSink()];
    const relays = [await addRelay(down, { name: "down" }), await addRelay(up, { name: "up" })];
    await addRule({ action: "relay", relay_ids: relays });
    await database.pool.query(
      "UPDATE relays SET state = 'open', retry_at = now() + interval '1 hour' WHERE id = $1",
      [relays[0]],
    );
    await startWorker();
    await settled(await send(), [{ type: "delivered", detail: { route: "relay up" } }]);
    expect(down.connections).toBe(0);
  });
});
