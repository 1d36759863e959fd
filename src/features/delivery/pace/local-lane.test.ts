import { expect, test } from "vitest";
import type { Feedback } from "./feedback.ts";
import { LocalLane } from "./local-lane.ts";

const plan = { concurrency: 4, maxConcurrency: 8, perMinute: null, adapts: true };
const failed = (isConfirmed: boolean): Feedback => ({
  sent: false,
  slowDown: false,
  failure: { reason: "refused", isConfirmed, longestMs: 120_000 },
});
const sent: Feedback = { sent: true, slowDown: false, failure: null };
const mail = (accountId: string, domain = "one.example") => ({ accountId, domain });

/** As the other workers know it: closed once, and to be tried again. */
function onTrial(): LocalLane {
  const lane = new LocalLane(plan);
  lane.begin(mail("a", "good.example"));
  lane.end(sent, mail("a", "good.example"));
  lane.takeNews();
  const state = { concurrency: 4, perMinute: null, closedForMs: 0, reason: "refused", failures: 1 };
  lane.apply({ state, share: 4, perMinute: null });
  return lane;
}
const order = (lane: LocalLane, ...mails: ReturnType<typeof mail>[]) =>
  mails
    .toSorted((a, b) => (lane.trialRank(a) ?? 0) - (lane.trialRank(b) ?? 0))
    .map(({ accountId, domain }) => `${accountId} ${domain}`);

test("a failure that is not confirmed closes no lane, and prolongs a closing", () => {
  const lane = new LocalLane(plan);
  lane.begin();
  lane.end(failed(false));
  expect([lane.hasNews, lane.room()]).toEqual([false, 16]);
  const tried = onTrial();
  tried.begin(mail("a"));
  tried.end(failed(false), mail("a"));
  expect([tried.hasNews, tried.room()]).toEqual([true, 0]);
});

test("after a closing the domain that took mail last is tried first, and each time another account", () => {
  const lane = onTrial();
  const mails = [mail("a", "x.example"), mail("b", "y.example"), mail("c", "good.example")];
  expect(order(lane, ...mails)[0]).toBe("c good.example");
  expect(lane.begin(mail("c", "good.example"))).toBe(true);
  expect(lane.begin(mail("a"))).toBe(false);
  lane.end(null, mail("c", "good.example"));
  expect(order(lane, ...mails)).toEqual(["a x.example", "b y.example", "c good.example"]);
  lane.begin(mail("a", "x.example"));
  lane.end(null, mail("a", "x.example"));
  expect(order(lane, ...mails)).toEqual(["c good.example", "b y.example", "a x.example"]);
});

test("a lane that is open has no order of trials", () => {
  const lane = onTrial();
  lane.begin(mail("a"));
  lane.end(sent, mail("a"));
  expect(lane.trialRank(mail("a"))).toBeNull();
});
