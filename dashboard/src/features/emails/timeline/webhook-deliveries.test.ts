import { expect, test } from "vitest";
import type { EmailDetail } from "../../../api-types.ts";
import { deliveriesPollMs, type EmailDeliveries } from "./webhook-deliveries.ts";

const MINUTE_MS = 60_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const email = (recipient: object, scheduled_at: string | null = null) =>
  ({
    status: "queued",
    scheduled_at,
    recipients: [{ events: [{ created_at: inMs(-MINUTE_MS) }], engagements: [], ...recipient }],
  }) as unknown as EmailDetail;
const delivery = (state: string) => ({ state });

const SENT = email({ state: "delivered", next_attempt_at: null });
const JUST_SENT = email({
  state: "delivered",
  next_attempt_at: null,
  events: [{ created_at: inMs(-MINUTE_MS / 4) }],
});
const SCHEDULED = email({ state: "queued", next_attempt_at: inMs(MINUTE_MS) }, inMs(MINUTE_MS));
const DEFERRED = email({ state: "deferred", next_attempt_at: inMs(MINUTE_MS) });
const SENDING = email({ state: "sending", next_attempt_at: null });

test.each([
  ["a scheduled email", SCHEDULED, [], 10_000],
  ["a deferred email", DEFERRED, [delivery("succeeded")], 10_000],
  ["an email that is being sent", SENDING, [], 2_000],
  ["an email with a final outcome", SENT, [delivery("succeeded")], false],
  ["an email with an outcome of this moment", JUST_SENT, [], 2_000],
  ["a request that is retried", SENT, [delivery("pending")], 10_000],
])("%s: the next poll", (_, shown, deliveries, ms) => {
  expect(deliveriesPollMs(shown, { deliveries, isComplete: true } as EmailDeliveries)).toBe(ms);
});
