import { expect, test } from "vitest";
import { splitAddresses } from "./split-addresses.ts";

test.each([
  ["", []],
  [" \n", []],
  ["a@x.example", ["a@x.example"]],
  [
    "a@x.example, b@x.example;c@x.example\r\n\td@x.example\na@x.example",
    ["a", "b", "c", "d"].map((n) => `${n}@x.example`),
  ],
])("%j", (text, addresses) => {
  expect(splitAddresses(text)).toEqual(addresses);
});
