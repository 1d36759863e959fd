import { createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ShortHmac } from "./short-hmac.ts";

test("the MAC is the one of Node for every length of key and message, whatever was signed before", () => {
  for (const keyBytes of [1, 32, 64]) {
    const key = randomBytes(keyBytes);
    const hmac = new ShortHmac(key);
    for (const bytes of [0, 1, 25, 63, 64, 65, 2_000, 4_096, 4_097, 10_000, 3]) {
      const message = randomBytes(bytes);
      const expected = createHmac("sha256", key).update(message).digest();
      expect(hmac.sign(message, 32)).toEqual(expected);
      expect(hmac.sign(message, 11)).toEqual(expected.subarray(0, 11));
    }
  }
});
