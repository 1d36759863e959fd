import { describe, expect, test } from "vitest";
import type { AttemptResult } from "../outcome.ts";
import type { Probe } from "./probe.ts";
import { RelayBreaker } from "./relay-breaker.ts";
import type { RelayHealth } from "./relay-health.ts";

const delivered: AttemptResult[] = [{ kind: "delivered", reason: "", phase: "dot", code: 250 }];
const unreached: AttemptResult[] = [{ kind: "deferred", reason: "refused", phase: "connect" }];
const refused: AttemptResult[] = [{ kind: "deferred", reason: "535 no", phase: "auth", code: 535 }];
const busy: AttemptResult[] = [{ kind: "deferred", reason: "454 later", phase: "auth", code: 454 }];

function start({ mayTry = () => true }: { mayTry?: () => boolean } = {}) {
  let now = 0;
  let isRefused = false;
  const shared: string[] = [];
  const logged: string[] = [];
  const health: RelayHealth = {
    open: async ({ isRefusal, wasProbe }) => {
      shared.push(`open${isRefusal ? " refused" : ""}${wasProbe ? " probe" : ""}`);
      const isNewRefusal = isRefusal && !isRefused;
      isRefused ||= isRefusal;
      return { retryInMs: 10_000, isNewRefusal };
    },
    takeProbe: async () => mayTry(),
    recordSuccess: async () => void shared.push("works"),
  };
  const write = ({ event }: { event: string }) => void logged.push(event);
  const log = { info: write, warn: write, error: write } as never;
  const breaker = new RelayBreaker({ name: "one", relayId: "1", health, log, now: () => now });
  return {
    breaker,
    shared,
    logged,
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
    fail: async (times: number, results = unreached) => {
      for (let n = 0; n < times; n += 1) {
        await breaker.recordResults(results, null);
        now += 1_000;
      }
    },
  };
}

describe("the breaker of a relay", () => {
  test("opens after three failures in a row", async () => {
    const { breaker, shared, fail } = start();
    await fail(2);
    await breaker.recordResults(delivered, null);
    await fail(2);
    expect(breaker.isClosed).toBe(true);
    await fail(1);
    expect(breaker.isClosed).toBe(false);
    expect(shared).toEqual(["works", "open"]);
  });

  test("counts messages that fail together once", async () => {
    const { breaker } = start();
    for (let n = 0; n < 50; n += 1) await breaker.recordResults(unreached, null);
    expect(breaker.isClosed).toBe(true);
  });

  test.each<[string, AttemptResult[], boolean]>([
    ["a recipient that is refused", [{ kind: "bounced", reason: "", phase: "rcpt", code: 550 }], true],
    ["a sender that is refused", [{ kind: "deferred", reason: "", phase: "mail", code: 451 }], true],
    ["a break at DATA", [{ kind: "deferred", reason: "", phase: "data" }], true],
    ["a break after the dot", [{ kind: "uncertain", reason: "", phase: "dot" }], true],
    ["one of two that got further", [...unreached, ...delivered], true],
    ["a greeting that says no", [{ kind: "deferred", reason: "", phase: "greeting", code: 554 }], false],
    ["TLS that fails", [{ kind: "deferred", reason: "", phase: "tls" }], false],
    ["no answer to MAIL", [{ kind: "deferred", reason: "", phase: "mail" }], false],
    ["421 at MAIL", [{ kind: "deferred", reason: "", phase: "mail", code: 421 }], false],
    ["E35 454 at AUTH", busy, false],
  ])("after %s three times it is closed: %s", async (_what, results, expected) => {
    const { breaker, fail } = start();
    await fail(3, results);
    expect(breaker.isClosed).toBe(expected);
  });

  test("opens at once when the credentials are rejected, and logs it once (E35)", async () => {
    const { breaker, logged, shared, pass } = start();
    await Promise.all([breaker.recordResults(refused, null), breaker.recordResults(refused, null)]);
    expect(breaker.isClosed).toBe(false);
    pass(10_000);
    const probe = await breaker.takeProbe("a");
    await breaker.recordResults(refused, probe);
    expect(shared).toEqual(["open refused", "open refused", "open refused probe"]);
    expect(logged).toEqual(["relay.auth_failed"]);
  });

  test("sends one real message as a probe after the cooldown, and closes when it is accepted", async () => {
    const { breaker, shared, logged, fail, pass } = start();
    await fail(3);
    pass(8_000);
    expect(await breaker.takeProbe("early")).toBeNull();
    pass(1_000);
    const probes = await Promise.all(["a", "b", "c"].map((id) => breaker.takeProbe(id)));
    expect(probes.filter(Boolean)).toHaveLength(1);
    expect(breaker.isClosed).toBe(false);
    expect(breaker.probeOfAnother("a")).toBeNull();
    const { ended } = breaker.probeOfAnother("b") as Probe;
    await breaker.recordResults(delivered, probes[0] ?? null);
    await ended.promise;
    expect(breaker.isClosed).toBe(true);
    expect(shared).toEqual(["open", "works"]);
    expect(logged).toEqual(["relay.unreachable", "relay.recovered"]);
  });

  test("gives all recipients of an email the same probe, also before the database has granted it", async () => {
    const { breaker, fail, pass } = start();
    await fail(3);
    pass(10_000);
    const [first, second, other] = await Promise.all(["a", "a", "b"].map((id) => breaker.takeProbe(id)));
    expect(first).not.toBeNull();
    expect([second, await breaker.takeProbe("a"), other]).toEqual([first, first, null]);
  });

  test("stays open when the probe fails", async () => {
    const { breaker, shared, fail, pass } = start();
    await fail(3);
    pass(10_000);
    await breaker.recordResults(unreached, await breaker.takeProbe("a"));
    expect(breaker.isClosed).toBe(false);
    expect(breaker.retryInMs).toBe(10_000);
    expect(shared).toEqual(["open", "open probe"]);
  });

  test("does not probe while another worker does", async () => {
    const { breaker, fail, pass } = start({ mayTry: () => false });
    await fail(3);
    pass(10_000);
    expect(await breaker.takeProbe("a")).toBeNull();
    expect(breaker.retryInMs).toBeGreaterThan(0);
  });

  test("takes over the shared state, unless its own is newer", async () => {
    const { breaker, fail, now, pass } = start();
    pass(3_600_000);
    breaker.learn({ retryInMs: 5_000, lastError: "of another" }, now());
    expect([breaker.isClosed, breaker.retryInMs, breaker.lastError]).toEqual([false, 5_000, "of another"]);
    breaker.learn(undefined, now());
    expect(breaker.isClosed).toBe(true);
    const before = now();
    await fail(3);
    breaker.learn(undefined, before);
    expect(breaker.isClosed).toBe(false);
    breaker.learn(undefined, now());
    expect(breaker.isClosed).toBe(true);
  });

  test("a transmission in progress that succeeds closes an open breaker, too", async () => {
    const { breaker, fail } = start();
    await fail(3);
    await breaker.recordResults(delivered, null);
    expect(breaker.isClosed).toBe(true);
  });
});
