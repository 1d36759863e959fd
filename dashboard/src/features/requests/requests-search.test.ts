import { expect, test } from "vitest";
import { apiFilters, hasFilters, requestsSearch } from "./requests-search.ts";

test("unknown or invalid parameters in the address bar are ignored", () => {
  const read = requestsSearch({ status: "teapot", method: "BREW", key: "1e3", search: "", cursor: "" });
  expect(Object.values(read).every((value) => value === undefined)).toBe(true);
  expect(hasFilters(read)).toBe(false);
  expect(hasFilters({ cursor: "abc" })).toBe(false);
});

test("filters survive the address bar and reach the API under its names", () => {
  const typed = { status: "4xx", method: "POST", key: "7", search: "contacts" };
  expect(requestsSearch(typed)).toEqual({ ...typed, cursor: undefined });
  expect(apiFilters(requestsSearch(typed))).toEqual({
    status: "4xx",
    method: "POST",
    key_id: "7",
    search: "contacts",
  });
});
