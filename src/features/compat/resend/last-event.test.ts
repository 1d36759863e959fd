import { expect, test } from "vitest";
import { EMAIL_STATUSES } from "../../emails/email-status.ts";
import { lastEventOf } from "./last-event.ts";

const now = new Date("2026-11-21T08:00:00Z");
const soon = "2026-11-21T09:00:00.000Z";
const past = "2026-11-21T07:00:00.000Z";

test.each([
  ["queued", null, "queued"],
  ["queued", soon, "scheduled"],
  ["queued", past, "queued"],
  ["sending", past, "sent"],
  ["delivered", past, "delivered"],
  ["captured", null, "delivered"],
  ["deferred", null, "delivery_delayed"],
  ["bounced", null, "bounced"],
  ["suppressed", null, "suppressed"],
  ["canceled", soon, "canceled"],
  ["expired", null, "failed"],
  ["uncertain", null, "sent"],
  ["partially_delivered", null, "failed"],
] as const)(
  "an email with the status %s and scheduled for %s has the last event %s",
  (status, scheduled_at, expected) => {
    expect(lastEventOf({ status, complained: false, scheduled_at }, now)).toBe(expected);
  },
);

test("a spam report is the last event of a delivered email", () => {
  expect(lastEventOf({ status: "delivered", complained: true, scheduled_at: null }, now)).toBe("complained");
});

test("every status has a last event", () => {
  for (const status of EMAIL_STATUSES)
    expect(lastEventOf({ status, complained: false, scheduled_at: null }, now)).toEqual(expect.any(String));
});

test("people's opens and clicks are later events than the delivery", () => {
  const email = { status: "delivered", complained: false, scheduled_at: null } as const;
  expect(lastEventOf({ ...email, opened: 1 }, now)).toBe("opened");
  expect(lastEventOf({ ...email, opened: 1, clicked: 1 }, now)).toBe("clicked");
  expect(lastEventOf({ ...email, opened: 1, complained: true }, now)).toBe("complained");
});
