import { expect, test, vi } from "vitest";
import type { Feedback } from "./feedback.ts";
import { LocalThrottle } from "./local-throttle.ts";

const plan = { concurrency: 4, maxConcurrency: 8, perMinute: null, adapts: true };
const failed = (isConfirmed: boolean): Feedback => ({
  sent: false,
  slowDown: false,
  failure: { reason: "refused", isConfirmed, longestMs: 120_000 },
});
const sent: Feedback = { sent: true, slowDown: false, failure: null };
const mail = (accountId: string, domain = "one.example") => ({ accountId, domain });

/** The shared state: closed once, and due for a probe. */
function dueForProbe(): LocalThrottle {
  const throttle = new LocalThrottle(plan);
  throttle.acquire(mail("a", "good.example"));
  throttle.release(sent, mail("a", "good.example"));
  throttle.takeReport();
  const state = { concurrency: 4, perMinute: null, closedForMs: 0, reason: "refused", failures: 1 };
  throttle.apply({ state, share: 4, perMinute: null });
  return throttle;
}
const order = (throttle: LocalThrottle, ...mails: ReturnType<typeof mail>[]) =>
  mails
    .toSorted((a, b) => (throttle.probeRank(a) ?? 0) - (throttle.probeRank(b) ?? 0))
    .map(({ accountId, domain }) => `${accountId} ${domain}`);

test("an unconfirmed failure closes no throttle, but extends a closing", () => {
  const throttle = new LocalThrottle(plan);
  throttle.acquire();
  throttle.release(failed(false));
  expect([throttle.hasReport, throttle.capacity()]).toEqual([false, 16]);
  const tried = dueForProbe();
  tried.acquire(mail("a"));
  tried.release(failed(false), mail("a"));
  expect([tried.hasReport, tried.capacity()]).toEqual([true, 0]);
});

test("after a closing, the domain that accepted mail last is probed first, each time with another account", () => {
  const throttle = dueForProbe();
  const mails = [mail("a", "x.example"), mail("b", "y.example"), mail("c", "good.example")];
  expect(order(throttle, ...mails)[0]).toBe("c good.example");
  expect(throttle.acquire(mail("c", "good.example"))).toBe(true);
  expect(throttle.acquire(mail("a"))).toBe(false);
  throttle.release(null, mail("c", "good.example"));
  expect(order(throttle, ...mails)).toEqual(["a x.example", "b y.example", "c good.example"]);
  throttle.acquire(mail("a", "x.example"));
  throttle.release(null, mail("a", "x.example"));
  expect(order(throttle, ...mails)).toEqual(["c good.example", "b y.example", "a x.example"]);
});

test("a throttle that is open has no order of probes", () => {
  const throttle = dueForProbe();
  throttle.acquire(mail("a"));
  throttle.release(sent, mail("a"));
  expect(throttle.probeRank(mail("a"))).toBeNull();
});

/** The shared state after a message was accepted in this exchange, with four transactions in flight. */
function busyAfterSuccess(): LocalThrottle {
  const throttle = new LocalThrottle(plan);
  throttle.acquire();
  throttle.release(sent);
  for (let n = 0; n < 4; n += 1) throttle.acquire();
  return throttle;
}

test("a server that refuses one connection too many gets no other one before the next exchange (E33)", () => {
  const throttle = busyAfterSuccess();
  throttle.release(failed(true));
  expect(throttle.acquire()).toBe(false);
  throttle.release(sent);
  expect([throttle.acquire(), throttle.acquire()]).toEqual([true, false]);
  expect(throttle.takeReport().report).toEqual({ sent: 2, slowDowns: 1, failure: null, isHeldBack: false });
  const state = { concurrency: 4, perMinute: null, closedForMs: 0, reason: null, failures: 0 };
  throttle.apply({ state, share: 4, perMinute: null });
  expect(throttle.acquire()).toBe(true);
});

test("a server that became unreachable is closed by the transactions that were in flight (E33)", () => {
  const throttle = busyAfterSuccess();
  for (let n = 0; n < 4; n += 1) {
    throttle.release(failed(true));
    expect(throttle.acquire()).toBe(false);
  }
  expect(throttle.capacity()).toBe(0);
  expect(throttle.takeReport().report).toMatchObject({ sent: 1, failure: { reason: "refused" } });
});

test("a message that is accepted after a failure opens the throttle before other workers learn that it was closed", () => {
  const throttle = new LocalThrottle(plan);
  throttle.acquire();
  throttle.acquire();
  throttle.release(failed(true));
  expect(throttle.acquire()).toBe(false);
  throttle.release(sent);
  expect(throttle.acquire()).toBe(true);
  expect(throttle.takeReport().report).toEqual({ sent: 1, slowDowns: 0, failure: null, isHeldBack: false });
});

test("a failure that could not be shared is outdated once a message was accepted", () => {
  const throttle = new LocalThrottle(plan);
  throttle.acquire();
  throttle.release(failed(true));
  const { report } = throttle.takeReport();
  throttle.apply({
    state: { concurrency: 4, perMinute: null, closedForMs: 0, reason: null, failures: 0 },
    share: 4,
    perMinute: null,
  });
  throttle.acquire();
  throttle.release(sent);
  throttle.putBack(report);
  expect(throttle.takeReport().report).toMatchObject({ sent: 1, failure: null });
});

test("mail is held back by the limit only if it was reached, and transactions took long", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const isHeldBack = (transactions: number, eachMs: number) => {
    const throttle = new LocalThrottle(plan);
    for (let n = 0; n < transactions; n += 1) throttle.acquire();
    vi.advanceTimersByTime(eachMs);
    for (let n = 0; n < Math.min(transactions, plan.concurrency); n += 1) throttle.release(sent);
    return throttle.takeReport().report.isHeldBack;
  };
  expect([isHeldBack(5, 100), isHeldBack(5, 5), isHeldBack(4, 100)]).toEqual([true, false, false]);
  vi.useRealTimers();
});
