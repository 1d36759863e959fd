import { expect, test } from "vitest";
import { expectLinear } from "../../../test/harness/expect-linear.ts";
import { splitMailboxes } from "./split-mailboxes.ts";

test.each([
  ["", []],
  [" , ,", []],
  ["a@b.example", ["a@b.example"]],
  ["a@b.example,c@d.example", ["a@b.example", "c@d.example"]],
  ["Ada <a@b.example>, c@d.example ,", ["Ada <a@b.example>", "c@d.example"]],
  ['"Lovelace, Ada" <a@b.example>, c@d.example', ['"Lovelace, Ada" <a@b.example>', "c@d.example"]],
  [
    '"Ada \\"Countess, of\\" L" <a@b.example>,c@d.example',
    ['"Ada \\"Countess, of\\" L" <a@b.example>', "c@d.example"],
  ],
  ['"a,b"@c.example, d@e.example', ['"a,b"@c.example', "d@e.example"]],
  ['Ada <"a,>b"@c.example>, d@e.example', ['Ada <"a,>b"@c.example>', "d@e.example"]],
  ["Acme, Inc. <a@b.example>, Bob <b@c.example>", ["Acme, Inc. <a@b.example>", "Bob <b@c.example>"]],
  ["Acme, Inc., Berlin <a@b.example>,c@d.example", ["Acme, Inc., Berlin <a@b.example>", "c@d.example"]],
  ["c@d.example, Acme, Inc. <a@b.example>", ["c@d.example", "Acme, Inc. <a@b.example>"]],
  ['5" pipes <a@b.example>, 6" pipes <c@d.example>', ['5" pipes <a@b.example>', '6" pipes <c@d.example>']],
  ['First "M, N" Last <a@b.example>, c@d.example', ['First "M, N" Last <a@b.example>', "c@d.example"]],
  ["Acme (a, b) <a@b.example>, c@d.example", ["Acme (a, b) <a@b.example>", "c@d.example"]],
  // A word that belongs to no name is a separate piece, so that it is refused.
  ["bob, a@b.example", ["bob", "a@b.example"]],
  ["bob, <a@b.example>", ["bob", "<a@b.example>"]],
  ['bob, "Ada" <a@b.example>', ["bob", '"Ada" <a@b.example>']],
  ["a@b.example, bob", ["a@b.example", "bob"]],
  // Text with an unclosed quote is one piece, which no reader accepts as a mailbox.
  ['"Ada, a@b.example, c@d.example', ['"Ada, a@b.example, c@d.example']],
  ['Ada "\\', ['Ada "\\']],
])("%j are %j", (list, mailboxes) => {
  expect(splitMailboxes(list)).toEqual(mailboxes);
});

test("a long list of any shape is split in linear time (C6)", async () => {
  for (const unit of ["(", '"', '"\\', "<", "a,", "a@b,", "x<", ", "])
    await expectLinear((size) => unit.repeat(size), 6_000, splitMailboxes);
});
