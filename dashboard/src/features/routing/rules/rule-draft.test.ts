import { expect, test } from "vitest";
import type { Rule } from "../../../api-types.ts";
import { draftOf, inputOf, moved, NEW_RULE_DRAFT } from "./rule-draft.ts";

const rule: Rule = {
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  id: "1",
  position: 1,
  name: "newsletters",
  enabled: true,
  match: {
    stream: "bulk",
    from_domain: "example.com",
    recipient_domain: "*.example.org",
    tag: { name: "kind", value: null },
    account_id: null,
  },
  action: "relay",
  relay_ids: ["b", "a"],
  spread: "weight",
  pool_id: null,
  summary: "",
};

test("a rule that is opened and saved stays the same", () => {
  const { name, match, action, relay_ids, spread, pool_id } = rule;
  expect(inputOf(draftOf(rule))).toEqual({ name, match, action, relay_ids, spread, pool_id });
});

test("empty fields and fields of another action are left out", () => {
  expect(inputOf({ ...NEW_RULE_DRAFT, name: "all", tagValue: "alone", fromDomain: "  " }).match).toEqual({
    stream: null,
    from_domain: null,
    recipient_domain: null,
    tag: null,
    account_id: null,
  });
  expect(inputOf({ ...draftOf(rule), action: "hold", poolId: "p" })).toMatchObject({
    relay_ids: [],
    pool_id: null,
  });
});

test("list items move up and down; the first and last cannot move further", () => {
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
});
