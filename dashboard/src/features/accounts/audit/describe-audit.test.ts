import { expect, test } from "vitest";
import { actionName, actorName, describeDetail, subjectName } from "./describe-audit.ts";

test("a change tells each field, from what to what", () => {
  const detail = {
    permission: { from: "full", to: "send" },
    networks: { from: null, to: ["10.0.0.0/8", "2001:db8::/32"] },
    surprise: { from: { a: 1 }, to: 2 },
    noise: 7,
  };
  expect(describeDetail({ action: "key.changed", detail })).toEqual([
    "permission: full → send",
    "networks: none → 10.0.0.0/8, 2001:db8::/32",
    'surprise: {"a":1} → 2',
  ]);
});

test.each([
  [0, "the old secret ended at once"],
  [3_600, "the old secret worked 1 h longer"],
  [5_400, "the old secret worked 1.5 h longer"],
  [604_800, "the old secret worked 7 days longer"],
])("a rotation tells how long the old secret had: %d s", (overlap_seconds, text) => {
  expect(describeDetail({ action: "key.rotated", detail: { overlap_seconds } })).toEqual([text]);
});

test("a pause tells its reason", () => {
  expect(describeDetail({ action: "key.paused", detail: { reason: "It did." } })).toEqual(["It did."]);
});

test("a suppression that was removed is named, and why it was there", () => {
  const event = {
    action: "suppression.removed" as const,
    key: null,
    detail: { address: "ada@example.com", reason: "complaint" },
  };
  expect(subjectName(event)).toBe("Suppression of ada@example.com");
  expect(describeDetail(event)).toEqual(["it was there for: complaint"]);
});

test("a bulk removal tells how many suppressions, and by which filter", () => {
  const detail = { removal_id: "x", filter: { reply: "5.1.0", domain: "example.com" }, matched: 183 };
  const event = { action: "suppressions.removed" as const, key: null, detail };
  expect(subjectName(event)).toBe("183 suppressions");
  expect(describeDetail(event)).toEqual(["reply: 5.1.0", "domain: example.com"]);
});

test("a relay, rule or pool is named, with what was set, what changed, or what is gone", () => {
  const event = {
    key: null,
    detail: {
      name: "eu",
      of_instance: true,
      changes: { name: { from: null, to: "eu" }, url: { from: null, to: "smtp://a" } },
    },
  };
  expect(subjectName({ ...event, action: "relay.created" })).toBe("Relay eu, of the instance");
  expect(describeDetail({ ...event, action: "relay.created" })).toEqual(["url: smtp://a"]);
  const off = { name: "eu", of_instance: false, changes: { enabled: { from: true, to: false } } };
  expect(subjectName({ action: "routing_rule.changed", key: null, detail: off })).toBe("Routing rule eu");
  expect(describeDetail({ action: "routing_rule.changed", detail: off })).toEqual(["in force: yes → no"]);
  const gone = { name: "eu", changes: { sources: { from: ["a", "b"], to: null } } };
  expect(describeDetail({ action: "pool.removed", detail: gone })).toEqual(["sources: a, b"]);
});

test("who did it, also when they are gone", () => {
  const actor = { type: "user" as const, user_id: "1", email: "ada@example.com", key_id: null };
  expect(actorName(actor)).toBe("ada@example.com");
  expect(actorName({ ...actor, email: null })).toBe("Somebody who has left");
  expect(actorName({ type: "key", user_id: null, email: null, key_id: 7 })).toBe("API key 7");
  expect(actorName({ type: "operator", user_id: null, email: null, key_id: null })).toBe("Operator");
  expect(actorName({ type: "system", user_id: null, email: null, key_id: null })).toBe("Posthouse");
  expect(actionName("key.created")).toBe("Created");
  expect(actionName("constructor")).toBe("constructor");
});
