import { expect, test } from "vitest";
import type { ApiKey } from "../../../api-types.ts";
import { changesOf, draftOf, hasLimits, inputOf, NEW_KEY_DRAFT } from "./key-draft.ts";

const key: ApiKey = {
  id: 1,
  name: "Shop",
  prefix: "ph_a1B2c3D4",
  last_four: "wxyz",
  status: "expired",
  paused_at: null,
  paused_reason: null,
  permission: "send",
  from_domains: ["example.com", "shop.example.com"],
  networks: null,
  expires_at: "2026-01-02T03:04:05.678Z",
  daily_limit: 1000,
  long_lines: "re-encode",
  created_at: "2026-01-01T00:00:00.000Z",
  last_used: null,
  old_secret_expires_at: null,
};

test("an empty field means no limit", () => {
  expect(inputOf({ ...NEW_KEY_DRAFT, name: " Shop " })).toEqual({
    name: "Shop",
    permission: "full",
    from_domains: null,
    networks: null,
    expires_at: null,
    daily_limit: null,
    long_lines: "re-encode",
  });
  expect(hasLimits(NEW_KEY_DRAFT)).toBe(false);
});

test("lists are separated by commas, blanks or lines", () => {
  const input = inputOf({ ...NEW_KEY_DRAFT, networks: "203.0.113.0/24, 2001:db8::/32\n10.0.0.1;" });
  expect(input.networks).toEqual(["203.0.113.0/24", "2001:db8::/32", "10.0.0.1"]);
});

test("an invalid number is never treated as no limit", () => {
  for (const text of ["abc", "-1", "1,5", "1e3"])
    expect(inputOf({ ...NEW_KEY_DRAFT, dailyLimit: text }).daily_limit).toBe(text);
  expect(inputOf({ ...NEW_KEY_DRAFT, dailyLimit: " 500 " }).daily_limit).toBe(500);
});

test("only changed fields are sent, also for an expired key", () => {
  const draft = draftOf(key);
  expect(changesOf(key, draft)).toEqual({});
  expect(changesOf(key, { ...draft, name: "Store" })).toEqual({ name: "Store" });
  expect(changesOf(key, { ...draft, dailyLimit: "", fromDomains: "example.com" })).toEqual({
    daily_limit: null,
    from_domains: ["example.com"],
  });
  expect(changesOf(key, { ...draft, expiry: "never" })).toEqual({ expires_at: null });
  expect(changesOf(key, { ...draft, longLines: "refuse" })).toEqual({ long_lines: "refuse" });
  expect(hasLimits(draft)).toBe(true);
});
