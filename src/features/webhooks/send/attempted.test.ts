import { expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { attemptedOf } from "./attempted.ts";

const event = { id: newId(), subject: newId() } as WebhookEvent;
const failure = { result: "failed", retryAfterSeconds: null } as AttemptOutcome;

const failAgain = ({ tries, isProbe }: { tries: number; isProbe: boolean }) => {
  const { state, retrySeconds, ...numbers } = attemptedOf(
    { event, delivery: { attempts: 20, tries }, isProbe },
    failure,
  );
  return { state, attempts: numbers.attempts, tries: numbers.tries, minutes: (retrySeconds ?? 0) / 60 };
};

test("the tenth failure of an event is its last one", () => {
  expect(failAgain({ tries: 8, isProbe: false })).toMatchObject({ state: "pending", tries: 9, attempts: 21 });
  expect(failAgain({ tries: 9, isProbe: false })).toMatchObject({ state: "failed", tries: 10 });
});

test("a request that tests the webhook uses up no try, and the same delay follows", () => {
  for (const tries of [2, 5, 9]) {
    const probed = failAgain({ tries, isProbe: true });
    expect(probed).toMatchObject({ state: "pending", tries, attempts: 21 });
    const { minutes } = failAgain({ tries: tries - 1, isProbe: false });
    // Each delay varies by a fifth.
    expect(probed.minutes / minutes).toBeGreaterThanOrEqual(0.8 / 1.2);
    expect(probed.minutes / minutes).toBeLessThanOrEqual(1.2 / 0.8);
  }
});

test("the first attempt of an event counts even if it tests the webhook", () => {
  expect(attemptedOf({ event, delivery: null, isProbe: true }, failure)).toMatchObject({
    state: "pending",
    attempts: 1,
    tries: 1,
  });
});
