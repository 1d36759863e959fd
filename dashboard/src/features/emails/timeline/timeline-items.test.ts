import { expect, test } from "vitest";
import type { EmailDetail, EmailWebhookDelivery } from "../../../api-types.ts";
import { countMachines, timelineOf } from "./timeline-items.ts";

const at = (ms: number) => new Date(Date.UTC(2026, 10, 25, 8) + ms).toISOString();

const event = (id: string, ms: number) => ({
  id,
  type: "delivered",
  attempt: 1,
  created_at: at(ms),
  detail: {},
});
const engagement = (id: string, ms: number, actor = "human") => ({
  id,
  kind: "open",
  actor,
  created_at: at(ms),
});
const recipient = (position: number, events: object[], engagements: object[] = [], state = "delivered") => ({
  position,
  state,
  events,
  engagements,
  next_attempt_at: null,
});
const emailOf = (...recipients: object[]) => ({ created_at: at(0), recipients }) as unknown as EmailDetail;
const delivery = (eventId: string, attempts: number[], next: number | null = null) =>
  ({
    event_id: eventId,
    webhook: { id: "shop" },
    next_attempt_at: next === null ? null : at(next),
    log: attempts.map((ms, index) => ({ attempt: index + 1, at: at(ms) })),
  }) as unknown as EmailWebhookDelivery;

const ALL = { showsMachines: true };
const shown = (items: ReturnType<typeof timelineOf>) =>
  items.map((item) => ("sinceMs" in item ? [item.key, item.sinceMs] : [item.key]));

test("attempts, opens and requests to webhooks are in one order of time, each with the time since its cause", () => {
  const email = emailOf(recipient(0, [event("sent", 100)], [engagement("opened", 5_000)]));
  const deliveries = [delivery("sent", [140, 6_000]), delivery("opened", [5_030])];
  expect(shown(timelineOf(email, deliveries, ALL))).toEqual([
    ["accepted", null],
    ["sent", 100],
    ["sent shop 1", 40],
    ["opened", 4_900],
    ["opened shop 1", 30],
    ["sent shop 2", 5_900],
  ]);
});

test("a cause is before its effect in the same millisecond, and a clock that is behind counts as 0", () => {
  const email = emailOf(recipient(0, [event("sent", -20)], [engagement("opened", 0)]));
  expect(shown(timelineOf(email, [delivery("opened", [0])], ALL))).toEqual([
    ["sent", 0],
    ["accepted", null],
    ["opened", 20],
    ["opened shop 1", 0],
  ]);
});

test("programs and the requests about them are hidden unless asked for", () => {
  const email = emailOf(
    recipient(0, [event("sent", 1)], [engagement("scan", 2, "scanner"), engagement("read", 3, "proxy")]),
  );
  const keys = (showsMachines: boolean) =>
    timelineOf(email, [delivery("scan", [4])], { showsMachines }).map(({ key }) => key);
  expect(countMachines(email.recipients)).toBe(1);
  expect(keys(false)).toEqual(["accepted", "sent", "read"]);
  expect(keys(true)).toEqual(["accepted", "sent", "scan", "read", "scan shop 1"]);
});

test("one recipient has its own items and their webhooks only", () => {
  const email = emailOf(recipient(0, [event("a", 1)]), recipient(1, [event("b", 2)]));
  const deliveries = [delivery("a", [3]), delivery("b", [4]), delivery("unknown", [5])];
  expect(timelineOf(email, deliveries, ALL).map(({ key }) => key)).toEqual([
    "accepted",
    "a",
    "b",
    "a shop 1",
    "b shop 1",
    "unknown shop 1",
  ]);
  expect(timelineOf(email, deliveries, { ...ALL, position: 1 }).map(({ key }) => key)).toEqual([
    "accepted",
    "b",
    "b shop 1",
  ]);
});

test("decisions, next attempts and retries of webhooks come last", () => {
  const email = emailOf(recipient(0, [event("a", 1)], [], "uncertain"), {
    ...recipient(1, []),
    state: "queued",
  });
  expect(timelineOf(email, [delivery("a", [2], 900)], ALL).map(({ kind }) => kind)).toEqual([
    "accepted",
    "event",
    "webhook",
    "decision",
    "next",
    "webhook-next",
  ]);
});
