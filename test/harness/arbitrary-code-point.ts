import fc from "fast-check";

const SURROGATES = { from: 0xd800, count: 0x800 };

/** Any character. `fc.string({ unit: "binary" })` generates the same, but first fills a table of all, which takes a second. */
export const arbitraryCodePoint = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((n) => String.fromCodePoint(n < SURROGATES.from ? n : n + SURROGATES.count));
