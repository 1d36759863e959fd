import { expect, test } from "vitest";
import { loadColumns, MAX_COLUMNS, propertyText, storeColumns } from "./property-columns.ts";

function storageOf(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("columns are kept for each account", () => {
  const storage = storageOf();
  storeColumns(storage, "a", ["plan", "First Name"]);
  expect(loadColumns(storage, "a")).toEqual(["plan", "First Name"]);
  expect(loadColumns(storage, "b")).toEqual([]);
});

test.each(["{", "{}", "null", '"plan"'])("%s in browser storage is ignored", (text) => {
  expect(loadColumns(storageOf({ "contact-columns:a": text }), "a")).toEqual([]);
});

test("values of other types, repeated ones and those over the limit are dropped", () => {
  const names = Array.from({ length: 9 }, (_, n) => `p${n}`);
  const storage = storageOf({ "contact-columns:a": JSON.stringify([1, null, "p0", ...names]) });
  expect(loadColumns(storage, "a")).toEqual(names.slice(0, MAX_COLUMNS));
});

test("blocked storage does not throw", () => {
  const forbidden = () => {
    throw new Error("blocked");
  };
  expect(loadColumns({ getItem: forbidden, setItem: forbidden }, "a")).toEqual([]);
  expect(() => storeColumns({ getItem: forbidden, setItem: forbidden }, "a", ["plan"])).not.toThrow();
});

test.each([
  ["pro", "pro"],
  [5, "5"],
  [false, "false"],
  [null, "null"],
  [{ a: [1] }, '{"a":[1]}'],
])("the value %j is shown as %s", (value, text) => {
  expect(propertyText({ plan: value }, "plan")).toBe(text);
});

test("a property that the contact does not have is not shown, whatever its name", () => {
  expect(propertyText({}, "plan")).toBeUndefined();
  expect(propertyText({}, "__proto__")).toBeUndefined();
});
