import { expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { attemptedOf } from "./attempted.ts";

const event = { id: newId(), subject: newId() } as WebhookEvent;
const failure = { result: "failed", retryAfterSeconds: null } as AttemptOutcome;

const failAgain = ({ tries, keepsTries }: { tries: number; keepsTries: boolean }) => {
  const { state, retrySeconds, ...numbers } = attemptedOf(
    { event, delivery: { attempts: 20, tries, keepsTries } },
    failure,
  );
  return { state, attempts: numbers.attempts, tries: numbers.tries, minutes: (retrySeconds ?? 0) / 60 };
};

test("the tenth failure of an event is its last one", () => {
  expect(failAgain({ tries: 8, keepsTries: false })).toMatchObject({
    state: "pending",
    tries: 9,
    attempts: 21,
  });
  expect(failAgain({ tries: 9, keepsTries: false })).toMatchObject({ state: "failed", tries: 10 });
});

test("a failure of a webhook that is down uses up no try, and the same delay follows", () => {
  for (const tries of [2, 5, 9]) {
    const probed = failAgain({ tries, keepsTries: true });
    expect(probed).toMatchObject({ state: "pending", tries, attempts: 21 });
    const { minutes } = failAgain({ tries: tries - 1, keepsTries: false });
    // Each delay varies by a fifth.
    expect(probed.minutes / minutes).toBeGreaterThanOrEqual(0.8 / 1.2);
    expect(probed.minutes / minutes).toBeLessThanOrEqual(1.2 / 0.8);
  }
});

test("the first attempt of an event counts, also if the event waited and the webhook is down", () => {
  for (const delivery of [null, { attempts: 0, tries: 0, keepsTries: true }])
    expect(attemptedOf({ event, delivery }, failure)).toMatchObject({
      state: "pending",
      attempts: 1,
      tries: 1,
    });
});
