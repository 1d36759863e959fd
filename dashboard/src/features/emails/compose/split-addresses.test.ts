import { expect, test } from "vitest";
import { splitAddresses } from "./split-addresses.ts";

test.each([
  ["", []],
  [" , ;\n ", []],
  ["ada@example.com", ["ada@example.com"]],
  [
    "ada@example.com, bob@example.com;carl@example.com",
    ["ada@example.com", "bob@example.com", "carl@example.com"],
  ],
  ["ada@example.com\r\nbob@example.com\n", ["ada@example.com", "bob@example.com"]],
  [
    '"Lovelace, Ada" <ada@example.com>, bob@example.com',
    ['"Lovelace, Ada" <ada@example.com>', "bob@example.com"],
  ],
  ['"a \\" b, c" <a@example.com>, d@example.com', ['"a \\" b, c" <a@example.com>', "d@example.com"]],
  ['"a \\\\", b@example.com', ['"a \\\\"', "b@example.com"]],
  ['<"a,b"@example.com>;c@example.com', ['<"a,b"@example.com>', "c@example.com"]],
  ['"never closed, a@example.com\nb@example.com', ['"never closed, a@example.com', "b@example.com"]],
])("%j", (text, parts) => {
  expect(splitAddresses(text)).toEqual(parts);
});
