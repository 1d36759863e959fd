import { describe, expect, test } from "vitest";
import { decodeBase32, encodeBase32 } from "./base32.ts";

describe("base32", () => {
  // RFC 4648 §10.
  test.each([
    ["", ""],
    ["f", "my"],
    ["fo", "mzxq"],
    ["foo", "mzxw6"],
    ["foob", "mzxw6yq"],
    ["fooba", "mzxw6ytb"],
    ["foobar", "mzxw6ytboi"],
  ])("%j is %j", (plain, encoded) => {
    expect(encodeBase32(Buffer.from(plain))).toBe(encoded);
    expect(decodeBase32(encoded)?.toString()).toBe(plain);
  });

  test.each(["mz", "m", "MY", "my======", "1"])("%j is not canonical", (text) => {
    expect(decodeBase32(text)).toBeNull();
  });
});
