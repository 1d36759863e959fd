import { expect, test } from "vitest";
import { SipHash } from "./sip-hash.ts";

const numbered = (length: number) => Buffer.from(Array.from({ length }, (_, n) => n & 0xff));

// From `openssl mac -macopt hexkey:000102030405060708090a0b0c0d0e0f -macopt size:16 SIPHASH`.
test.each([
  [0, "a3817f04ba25a8e66df67214c7550293"],
  [1, "da87c1d86b99af44347659119b22fc45"],
  [3, "9c70b60c5267a94e5f33b6b02985ed51"],
  [4, "f88164c12d9c8faf7d0f6e7c7bcd5579"],
  [5, "1368875980776f8854527a07690e9627"],
  [7, "a1f1ebbed8dbc153c0b84aa61ff08239"],
  [8, "3b62a9ba6258f5610f83e264f31497b4"],
  [9, "264499060ad9baabc47f8b02bb6d71ed"],
  [15, "5493e99933b0a8117e08ec0f97cfc3d9"],
  [16, "6ee2a4ca67b054bbfd3315bf85230577"],
  [63, "5150d1772f50834a503e069a973fbd7c"],
  [64, "1eaf077dc0d4cd3f8cad4d383658a74b"],
  [65, "02233e98fe91e1c8220dca0d285261ef"],
  [255, "1c9bb67528165f8e468248e3799b0eab"],
  [256, "67a00304d3834c4612eaee7b5f579acb"],
  [300, "ce005a406d14b36d5386b5f7a7e1b311"],
  [2_100, "37e8d83c7e6fdc9e4f429656280a1c39"],
  [5_000, "a70dea69d34b11bda812ced9ffd2de78"],
])("a message of %i bytes has the MAC that OpenSSL gives it", (length, mac) => {
  const sipHash = new SipHash(numbered(16));
  sipHash.sign(numbered(100), 16);
  expect(sipHash.sign(numbered(length), 16).toString("hex")).toBe(mac);
  expect(sipHash.sign(numbered(length), 11).toString("hex")).toBe(mac.slice(0, 22));
});

test("a longer MAC is refused", () => {
  expect(() => new SipHash(numbered(16)).sign(numbered(8), 17)).toThrow(RangeError);
});

test("a key of another length is refused", () => {
  for (const length of [0, 15, 17, 32]) expect(() => new SipHash(numbered(length))).toThrow(RangeError);
});
