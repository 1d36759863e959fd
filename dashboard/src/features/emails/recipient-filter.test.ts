import { expect, test } from "vitest";
import type { EmailRecipient } from "../../api-types.ts";
import { countStates, filterRecipients } from "./recipient-filter.ts";

const recipient = (address: string, state: EmailRecipient["state"]): EmailRecipient => ({
  position: 0,
  address,
  kind: "to",
  state,
  bounced_late: false,
  complained: false,
  attempts: 1,
  next_attempt_at: null,
  updated_at: "2026-11-21T08:00:00.000Z",
  events: [],
  engagements: [],
});

const recipients = [
  recipient("ada@example.com", "bounced"),
  recipient("Grace@Example.com", "delivered"),
  recipient("alan@example.org", "delivered"),
];

const found = (state: EmailRecipient["state"] | null, text: string) =>
  filterRecipients(recipients, { state, text }).map(({ address }) => address);

test("recipients are found by state and by part of the address, ignoring case", () => {
  expect(found(null, "")).toHaveLength(3);
  expect(found("delivered", "EXAMPLE.COM")).toEqual(["Grace@Example.com"]);
  expect(found("expired", "")).toEqual([]);
});

test("states are counted, the most frequent first", () => {
  expect(countStates(recipients)).toEqual([
    { state: "delivered", count: 2 },
    { state: "bounced", count: 1 },
  ]);
});

test("an email that bounced after its delivery counts as bounced", () => {
  const late = { ...recipient("late@example.com", "delivered"), bounced_late: true };
  expect(countStates([late])).toEqual([{ state: "bounced", count: 1 }]);
  expect(filterRecipients([late], { state: "bounced", text: "" })).toEqual([late]);
  expect(filterRecipients([late], { state: "delivered", text: "" })).toEqual([]);
});
