import { expect, test } from "vitest";
import type { Overview } from "../../api-types.ts";
import { hasFirstEmail, firstSteps as stepsOf } from "./first-steps.ts";

const none = {
  ...{ accepted: 0, delivered: 0, captured: 0, deferred: 0, bounced: 0, suppressed: 0, canceled: 0 },
  ...{ expired: 0, uncertain: 0, complained: 0 },
};

function overview(facts: Partial<Overview["first_steps"]>, totals: Partial<typeof none> = {}): Overview {
  return {
    days: [],
    totals: { ...none, ...totals, delivery_rate: null, complaint_rate: null },
    queue: { waiting: 0, in_flight: 0, delayed: 0, uncertain: 0, oldest_waiting_seconds: null },
    first_steps: {
      password_changed: true,
      key_created: false,
      first_email_sent: false,
      delivers_for_real: false,
      contact_added: false,
      ...facts,
    },
    key_prefix: null,
    troubled_domains: [],
  };
}

const firstSteps = (facts: Overview, staysInTestMode = false) =>
  stepsOf(facts, { staysInTestMode, isOperator: true });
const done = (steps: ReturnType<typeof firstSteps>) =>
  steps.filter(({ isDone }) => isDone).map(({ id }) => id);

test("changing a default password is the first step, if there is one", () => {
  expect(firstSteps(overview({ password_changed: false }))[0]?.id).toBe("password");
  expect(firstSteps(overview({}))[0]?.id).toBe("key");
});

test("steps complete by themselves", () => {
  expect(done(firstSteps(overview({})))).toEqual([]);
  const sent = { key_created: true, first_email_sent: true };
  expect(done(firstSteps(overview(sent, { accepted: 1, deferred: 1 })))).toEqual(["key", "send"]);
  expect(done(firstSteps(overview(sent, { accepted: 1, captured: 1 })))).toEqual(["key", "send", "arrive"]);
  expect(done(firstSteps(overview(sent)))).toContain("arrive");
});

test("going live or staying in test mode completes the last step of delivery", () => {
  expect(done(firstSteps(overview({ delivers_for_real: true })))).toContain("deliver");
  expect(done(firstSteps(overview({}), true))).toContain("deliver");
});

test("the first email counts once it has arrived", () => {
  expect(hasFirstEmail(firstSteps(overview({})))).toBe(false);
  const arrived = overview({ key_created: true, first_email_sent: true }, { accepted: 1, captured: 1 });
  expect(hasFirstEmail(firstSteps(arrived))).toBe(true);
});

test("only operators are asked to go live", () => {
  const steps = stepsOf(overview({}), { staysInTestMode: false, isOperator: false });
  expect(steps.map(({ id }) => id)).not.toContain("deliver");
});
