import fc from "fast-check";
import { expect, test } from "vitest";
import { API_KEY_LENGTH, hashApiKey, holdsApiKey, makeApiKey, prefixOf } from "./api-key.ts";

test("a key has a fixed start, a public prefix and a checksum (B7)", () => {
  const { key, prefix, secretHash } = makeApiKey();
  expect(key).toMatch(/^ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  expect(key).toHaveLength(API_KEY_LENGTH);
  expect(key.startsWith(`${prefix}_`)).toBe(true);
  expect(prefix).toMatch(/^ph_[0-9A-Za-z]{8}$/);
  expect(prefixOf(key)).toBe(prefix);
  expect(secretHash).toEqual(hashApiKey(key));
  expect(secretHash).toHaveLength(32);
});

test("keys are unique (B7)", () => {
  const keys = Array.from({ length: 500 }, () => makeApiKey());
  expect(new Set(keys.map(({ key }) => key.slice(12, 44))).size).toBe(500);
  expect(new Set(keys.map(({ prefix }) => prefix)).size).toBe(500);
});

test("the checksum detects any single typo without a lookup (B7)", () => {
  const { key } = makeApiKey();
  const positions = fc.integer({ min: 0, max: key.length - 1 });
  fc.assert(
    fc.property(positions, fc.stringMatching(/^[0-9A-Za-z_]$/), (at, character) => {
      fc.pre(key[at] !== character);
      expect(prefixOf(key.slice(0, at) + character + key.slice(at + 1))).toBeNull();
    }),
  );
});

test.each(["", "ph_", "ph_short", `${makeApiKey().key}x`, ` ${makeApiKey().key}`, `${makeApiKey().key}\n`])(
  "%j is not a key",
  (text) => {
    expect(prefixOf(text)).toBeNull();
  },
);

test("finds a key within a longer text, but not a prefix alone (B5)", () => {
  const { key, prefix } = makeApiKey();
  expect(holdsApiKey(`/api/v1/emails?api_key=${key}&limit=1`)).toBe(true);
  expect(holdsApiKey(`/api/v1/emails?search=${prefix}`)).toBe(false);
});
