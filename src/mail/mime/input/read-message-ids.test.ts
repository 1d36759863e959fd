import { expect, test } from "vitest";
import { readMessageIds } from "./read-message-ids.ts";

test.each<[input: string | string[], ids: string[]]>([
  ["<a@b.example>", ["a@b.example"]],
  ["a@b.example", ["a@b.example"]],
  [" <a@b.example>  c@d.example ", ["a@b.example", "c@d.example"]],
  ["<a@b.example>,<c@d.example>, <e@f.example>", ["a@b.example", "c@d.example", "e@f.example"]],
  // RFC 5322 §3.6.4: the [CFWS] between ids is optional.
  ["<a@b.example><c@d.example>", ["a@b.example", "c@d.example"]],
  [
    ["<a@b.example>", "c@d.example <e@f.example>"],
    ["a@b.example", "c@d.example", "e@f.example"],
  ],
  ["", []],
  [[], []],
  // RFC 5322 appendix A.2, and ids that other programs write.
  ["<testabcd.1234@silly.test>", ["testabcd.1234@silly.test"]],
  ["<4.3.2.7.2.20010523@[10.0.0.1]>", ["4.3.2.7.2.20010523@[10.0.0.1]"]],
  ["<CAF+x=_9ZQ..q@mail.example>", ["CAF+x=_9ZQ..q@mail.example"]],
  ["<!&!AAAAAAAAAAAYAAAA==@example.com>", ["!&!AAAAAAAAAAAYAAAA==@example.com"]],
  ["<a@b@c.example>", ["a@b@c.example"]],
])("reads %j", (input, ids) => {
  expect(readMessageIds(input)).toEqual({ ok: true, ids });
});

test.each([
  ["<a@b.example>\r\nBcc: e@x.example", "control character"],
  ["<a@b.example>\t<c@d.example>", "control character"],
  ["<a@b\u2028.example>", "control character"],
  ["\ud800@b.example", "surrogate"],
  ["a", "form <left@right>"],
  ["<>", "form <left@right>"],
  ["<a@b.example", "form <left@right>"],
  ["a@b.example>", "form <left@right>"],
  ["<<a@b.example>>", "form <left@right>"],
  ["<a b@c.example>", "form <left@right>"],
  ["@b.example", "form <left@right>"],
  ["a@", "form <left@right>"],
  ["jürgen@b.example", "printable ASCII"],
  [`<${"x".repeat(500)}@b.example>`, "longer than 500"],
  [Array.from({ length: 101 }, (_, index) => `<${index}@b.example>`), "more than 100"],
  ["x@y.example ".repeat(1_000_000), "more than 100"],
])("refuses %.40j (C1)", (input, reason) => {
  const read = readMessageIds(input);
  expect(read).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});

test("accepts a hundred long ids", () => {
  const ids = Array.from({ length: 100 }, (_, index) => `${index}@${"x".repeat(400)}.example`);
  expect(readMessageIds(ids)).toEqual({ ok: true, ids });
  expect(readMessageIds(ids.map((id) => `<${id}>`).join(" "))).toEqual({ ok: true, ids });
});
