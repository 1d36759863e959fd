import { expect, test } from "vitest";
import { isSameSearch, loadFilters, storeFilters, withFilter } from "./saved-filters.ts";

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("filters come back under their names, without the page that was open, and only to their account", () => {
  const storage = memory();
  const filters = withFilter([], { name: "Bounces", search: { status: "bounced", cursor: "abc" } });
  expect(storeFilters(storage, "a", filters)).toBe(true);
  expect(loadFilters(storage, "a")).toEqual([
    { name: "Bounces", search: expect.objectContaining({ status: "bounced", cursor: undefined }) },
  ]);
  expect(loadFilters(storage, "b")).toEqual([]);
});

test("a name that is there already is replaced", () => {
  const one = withFilter([], { name: "Mine", search: { tag: "a" } });
  expect(withFilter(one, { name: "Mine", search: { tag: "b" } })).toEqual([
    { name: "Mine", search: { tag: "b", cursor: undefined } },
  ]);
});

test.each([
  ["no JSON", "["],
  ["no list", "{}"],
  ["a name that is none", '[{"name":"","search":{"tag":"a"}}]'],
  ["nothing to filter", '[{"name":"All","search":{"status":"no such"}}]'],
  ["no filter", '[7,null,{"name":"x","search":null}]'],
])("%s is left out", (_, text) => {
  const storage = memory();
  storage.setItem("email-filters:a", text);
  expect(loadFilters(storage, "a")).toEqual([]);
});

test("a browser that keeps nothing is told, not thrown", () => {
  const forbidden = {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  expect(loadFilters(forbidden, "a")).toEqual([]);
  expect(storeFilters(forbidden, "a", [])).toBe(false);
});

test("the filter that is on is recognised, whatever page of it is shown", () => {
  expect(isSameSearch({ tag: "a", cursor: "x" }, { tag: "a" })).toBe(true);
  expect(isSameSearch({ tag: "a" }, { tag: "a", status: "bounced" })).toBe(false);
});
