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
  ["Acme, Inc. <a@example.com>, Bob <b@example.com>", ["Acme, Inc. <a@example.com>", "Bob <b@example.com>"]],
  ["c@example.com; Acme; Sons, Ltd. <a@example.com>", ["c@example.com", "Acme; Sons, Ltd. <a@example.com>"]],
  ['5" pipes <a@example.com>, b@example.com', ['5" pipes <a@example.com>', "b@example.com"]],
  ["bob, a@example.com", ["bob", "a@example.com"]],
  ["bob\nAda <a@example.com>", ["bob", "Ada <a@example.com>"]],
  ['"never closed, a@example.com\nb@example.com', ['"never closed, a@example.com', "b@example.com"]],
])("%j", (text, parts) => {
  expect(splitAddresses(text)).toEqual(parts);
});
