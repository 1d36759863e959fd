import { expect, test } from "vitest";
import type { ApiRequest } from "../../api-types.ts";
import { formatQuery, parseQuery } from "../../query-text.ts";
import { knownValues, requestKeys, searchOf } from "./requests-query.ts";

const keys = [
  { id: 7, name: "Laptop" },
  { id: 8, name: "CI server" },
  { id: 9, name: "Twin" },
  { id: 10, name: "Twin" },
];
const boxKeys = requestKeys(keys);
const read = (text: string) => parseQuery(text, boxKeys);

test.each([
  ["status:4xx method:POST contacts", { status: "4xx", method: "POST", search: "contacts" }],
  ["path:/api/v1/send after:2026-11-21T08:30", { path: "/api/v1/send", after: "2026-11-21T08:30" }],
  ["key:Laptop", { key: "7" }],
  ['key:"CI server"', { key: "8" }],
  ["key:9", { key: "9" }],
  ["key:77", { key: "77" }],
])("%j is the same in the box and in the address bar", (text, search) => {
  expect(searchOf(read(text).values)).toEqual({ ...searchOf({}), ...search });
  expect(formatQuery(search, boxKeys)).toBe(text);
});

test("case does not matter", () => {
  expect(read("status:4XX method:post key:laptop").values).toEqual({
    status: "4xx",
    method: "POST",
    key: "7",
  });
});

test.each(["status:404", "method:BREW", "key:Twin", "key:nobody", "after:soon"])(
  "%s has a hint and filters nothing",
  (text) => {
    expect(read(text)).toEqual({ values: {}, problems: [expect.stringContaining("Use ")] });
  },
);

test("keys and paths are completed", () => {
  const requests = [{ path: "/api/v1/emails?limit" }, { path: "/api/v1/emails" }] as ApiRequest[];
  expect(knownValues("key", { keys, requests })).toEqual(["Laptop", "CI server", "9", "10"]);
  expect(knownValues("path", { keys, requests })).toEqual(["/api/v1/emails"]);
  expect(knownValues("search", { keys, requests })).toEqual([]);
});
