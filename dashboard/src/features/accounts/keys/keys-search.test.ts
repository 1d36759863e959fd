import { expect, test } from "vitest";
import type { ApiKey } from "../../../api-types.ts";
import { type KeysSearch, keysSearch, matchingKeys } from "./keys-search.ts";

const key = (name: string, permission: ApiKey["permission"], status: ApiKey["status"]) =>
  ({ name, permission, status, prefix: `ph_${name.slice(0, 3).toLowerCase()}` }) as ApiKey;
const KEYS = [
  key("Shop server", "full", "active"),
  key("Shop test", "send", "paused"),
  key("Laptop", "read", "expired"),
];

test.each<[KeysSearch, string[]]>([
  [{}, ["Shop server", "Shop test", "Laptop"]],
  [{ search: "SHOP" }, ["Shop server", "Shop test"]],
  [{ search: "test shop" }, ["Shop test"]],
  [{ search: "ph_lap" }, ["Laptop"]],
  [{ permission: "send" }, ["Shop test"]],
  [{ permission: "send,read" }, ["Shop test", "Laptop"]],
  [{ permission: "full,send", status: "paused,expired", search: "shop" }, ["Shop test"]],
  [{ status: "active", search: "laptop" }, []],
])("%j finds %j", (search, names) => {
  expect(matchingKeys(KEYS, search).map(({ name }) => name)).toEqual(names);
});

test("unknown permissions and statuses in the address are left out", () => {
  expect(keysSearch({ permission: "root", status: "active,gone", search: "x" })).toEqual({ search: "x" });
});
