import { createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ShortHmac } from "./short-hmac.ts";

test("the MAC is the one of Node for every length of key and message, whatever was signed before", () => {
  for (const keyBytes of [1, 32, 64]) {
    const key = randomBytes(keyBytes);
    const hmac = new ShortHmac(key);
    for (const bytes of [0, 1, 25, 63, 64, 65, 2_000, 16_384, 16_385, 3]) {
      const message = randomBytes(bytes);
      const expected = createHmac("sha256", key).update(message).digest();
      expect(hmac.sign(message, 32)).toEqual(expected);
      expect(hmac.sign(message, 11)).toEqual(expected.subarray(0, 11));
      const text = message.toString("latin1");
      expect(hmac.signText(text)).toBe(createHmac("sha256", key).update(text).digest("base64"));
    }
  }
});

test("a key that is longer than a block is refused", () => {
  expect(() => new ShortHmac(randomBytes(65))).toThrow(RangeError);
});
