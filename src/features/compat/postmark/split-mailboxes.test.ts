import { expect, test } from "vitest";
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
  // What is never closed is one piece, which no reader takes for a mailbox.
  ['"Ada, a@b.example, c@d.example', ['"Ada, a@b.example, c@d.example']],
  ['Ada "\\', ['Ada "\\']],
])("%j are %j", (list, mailboxes) => {
  expect(splitMailboxes(list)).toEqual(mailboxes);
});
