import { expect, test } from "vitest";
import { actionName, actorName, describeDetail, subjectName } from "./describe-audit.ts";

test("a change shows each field's old and new value", () => {
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
  [0, "previous secret revoked immediately"],
  [3_600, "previous secret valid for another 1 h"],
  [5_400, "previous secret valid for another 1.5 h"],
  [604_800, "previous secret valid for another 7 days"],
])("a rotation shows how long the previous secret stays valid: %d s", (overlap_seconds, text) => {
  expect(describeDetail({ action: "key.rotated", detail: { overlap_seconds } })).toEqual([text]);
});

test("a pause shows its reason", () => {
  expect(describeDetail({ action: "key.paused", detail: { reason: "It did." } })).toEqual(["It did."]);
});

test("a removed suppression shows its address and reason", () => {
  const event = {
    action: "suppression.removed" as const,
    key: null,
    detail: { address: "ada@example.com", reason: "complaint" },
  };
  expect(subjectName(event)).toBe("Suppression of ada@example.com");
  expect(describeDetail(event)).toEqual(["reason: complaint"]);
});

test("a bulk removal shows its count and filter", () => {
  const detail = { removal_id: "x", filter: { reply: "5.1.0", domain: "example.com" }, matched: 183 };
  const event = { action: "suppressions.removed" as const, key: null, detail };
  expect(subjectName(event)).toBe("183 suppressions");
  expect(describeDetail(event)).toEqual(["reply: 5.1.0", "domain: example.com"]);
});

test("counts have a singular and a plural", () => {
  const retried = (changed: number) => describeDetail({ action: "queue.retried", detail: { changed } });
  expect([retried(1), retried(1_204)]).toEqual([["1 recipient"], ["1,204 recipients"]]);
  const resolved = { action: "uncertain.resolved" as const, key: null, detail: { recipients: 1 } };
  expect(subjectName(resolved)).toBe("1 recipient of a restored backup");
  const added = { action: "suppressions.added" as const, key: null, detail: { recipients: 1 } };
  expect(subjectName(added)).toBe("1 suppression");
});

test("a relay, rule or pool shows its name and its values", () => {
  const event = {
    key: null,
    detail: {
      name: "eu",
      of_instance: true,
      changes: { name: { from: null, to: "eu" }, url: { from: null, to: "smtp://a" } },
    },
  };
  expect(subjectName({ ...event, action: "relay.created" })).toBe("Relay eu (instance)");
  expect(describeDetail({ ...event, action: "relay.created" })).toEqual(["url: smtp://a"]);
  const off = { name: "eu", of_instance: false, changes: { enabled: { from: true, to: false } } };
  expect(subjectName({ action: "routing_rule.changed", key: null, detail: off })).toBe("Routing rule eu");
  expect(describeDetail({ action: "routing_rule.changed", detail: off })).toEqual(["enabled: yes → no"]);
  const rule = { from: null, to: "rule 1 “eu” holds bulk mail" };
  expect(
    describeDetail({ action: "routing_rule.created", detail: { name: "eu", changes: { rule } } }),
  ).toEqual(["rule 1 “eu” holds bulk mail"]);
  const gone = { name: "eu", changes: { sources: { from: ["a", "b"], to: null } } };
  expect(describeDetail({ action: "pool.removed", detail: gone })).toEqual(["sources: a, b"]);
});

test("actors are named, also former users", () => {
  const actor = { type: "user" as const, user_id: "1", email: "ada@example.com", key_id: null };
  const keyName = (id: number | null) => `API key number ${id}`;
  expect(actorName(actor, keyName)).toBe("ada@example.com");
  expect(actorName({ ...actor, email: null }, keyName)).toBe("Former user");
  expect(actorName({ type: "key", user_id: null, email: null, key_id: 7 }, keyName)).toBe("API key number 7");
  expect(actorName({ type: "operator", user_id: null, email: null, key_id: null }, keyName)).toBe("Operator");
  expect(actorName({ type: "system", user_id: null, email: null, key_id: null }, keyName)).toBe("Posthouse");
  expect(actionName("key.created")).toBe("Created");
  expect(actionName("constructor")).toBe("constructor");
});
