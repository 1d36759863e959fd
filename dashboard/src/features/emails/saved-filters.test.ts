import { expect, test } from "vitest";
import { isSameSearch, loadFilters, storeFilters, withFilter } from "./saved-filters.ts";

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("filters are restored by name, without the open page, and only for their account", () => {
  const storage = memory();
  const filters = withFilter([], { name: "Bounces", search: { status: "bounced", cursor: "abc" } });
  expect(storeFilters(storage, "a", filters)).toBe(true);
  expect(loadFilters(storage, "a")).toEqual([
    { name: "Bounces", search: expect.objectContaining({ status: "bounced", cursor: undefined }) },
  ]);
  expect(loadFilters(storage, "b")).toEqual([]);
});

test("saving under an existing name replaces the filter", () => {
  const one = withFilter([], { name: "Mine", search: { tag: "a" } });
  expect(withFilter(one, { name: "Mine", search: { tag: "b" } })).toEqual([
    { name: "Mine", search: { tag: "b", cursor: undefined } },
  ]);
});

test.each([
  ["no JSON", "["],
  ["no list", "{}"],
  ["an empty name", '[{"name":"","search":{"tag":"a"}}]'],
  ["nothing to filter", '[{"name":"All","search":{"status":"no such"}}]'],
  ["no filter", '[7,null,{"name":"x","search":null}]'],
])("%s is left out", (_, text) => {
  const storage = memory();
  storage.setItem("email-filters:a", text);
  expect(loadFilters(storage, "a")).toEqual([]);
});

test("blocked storage is reported by a return value, not an exception", () => {
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

test("the active filter is recognized on any page", () => {
  expect(isSameSearch({ tag: "a", cursor: "x" }, { tag: "a" })).toBe(true);
  expect(isSameSearch({ tag: "a" }, { tag: "a", status: "bounced" })).toBe(false);
});
