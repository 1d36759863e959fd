import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.ts";

test("only fields with other values are returned, also lists, nulls and new fields", () => {
  const before = { name: "one", ids: ["a", "b"], limit: null as number | null, match: { stream: "bulk" } };
  expect(changedFields(before, { ...before, ids: ["a", "b"], match: { stream: "bulk" } })).toEqual({});
  expect(changedFields(before, { ...before, ids: ["b", "a"], limit: 7 })).toEqual({
    ids: ["b", "a"],
    limit: 7,
  });
  expect(
    changedFields<{ name: string; password?: string }>({ name: "x" }, { name: "x", password: "p" }),
  ).toEqual({
    password: "p",
  });
  expect(changedFields({ limit: 7 as number | null }, { limit: null })).toEqual({ limit: null });
});
