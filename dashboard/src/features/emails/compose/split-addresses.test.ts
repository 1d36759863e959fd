import { expect, test } from "vitest";
import { addressAt, splitAddresses } from "./split-addresses.ts";

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

/** The caret is at `|`. */
test.each([
  ["ad|", { start: 0, typed: "ad" }],
  ["ada@example.com, bo|", { start: 17, typed: "bo" }],
  ["ada@example.com\n  bo|", { start: 18, typed: "bo" }],
  ["ada@example.com, |", { start: 17, typed: "" }],
  ["bo|, ada@example.com", { start: 0, typed: "bo" }],
  ["bo|\nada@example.com", { start: 0, typed: "bo" }],
  ["b|o", null],
  ['"Lovelace, Ad|', { start: 0, typed: '"Lovelace, Ad' }],
  ["Ada Love|", { start: 0, typed: "Ada Love" }],
  ["Ada <ad|", { start: 0, typed: "Ada <ad" }],
])("the address at the caret of %j is found", (marked, found) => {
  const caret = marked.indexOf("|");
  expect(addressAt(marked.replace("|", ""), caret)).toEqual(found);
});
