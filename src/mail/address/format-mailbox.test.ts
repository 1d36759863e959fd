import fc from "fast-check";
import { addressParser } from "postal-mime";
import { expect, test } from "vitest";
import { formatMailbox, parseMailbox } from "./index.ts";

test.each([
  ["Ada Lovelace", "Ada Lovelace <a@b.example>"],
  [null, "a@b.example"],
  ["", "a@b.example"],
  ["Lovelace, Ada", '"Lovelace, Ada" <a@b.example>'],
  ["J. Smith", '"J. Smith" <a@b.example>'],
  ['say "hi" \\', '"say \\"hi\\" \\\\" <a@b.example>'],
  ["two  spaces", '"two  spaces" <a@b.example>'],
  ["evil@x.example", '"evil@x.example" <a@b.example>'],
  ["Acme (Support)", '"Acme (Support)" <a@b.example>'],
  ["Acme: Orders", '"Acme: Orders" <a@b.example>'],
  ['First "M." Last', '"First \\"M.\\" Last" <a@b.example>'],
  ["Jürgen", "=?UTF-8?Q?J=C3=BCrgen?= <a@b.example>"],
  ["Ю", "=?UTF-8?B?0K4=?= <a@b.example>"],
  ["=?UTF-8?Q?x?=", "=?UTF-8?B?PT9VVEYtOD9RP3g/PQ==?= <a@b.example>"],
])("the name %j is written %s", (name, header) => {
  expect(formatMailbox({ address: "a@b.example", name })).toBe(header);
});

test("a name that the parser has not checked adds no header line (C1)", () => {
  expect(formatMailbox({ address: "a@b.example", name: "x\r\nBcc: evil@x.example" })).toBe(
    '"x Bcc: evil@x.example" <a@b.example>',
  );
  expect(formatMailbox({ address: "a@b.example\r\nBcc: x", name: null })).not.toMatch(/[\r\n]/);
});

test("half a surrogate pair becomes the replacement character (C14)", () => {
  expect(formatMailbox({ address: "a@b.example", name: "\ud800" })).toBe("=?UTF-8?B?77+9?= <a@b.example>");
});

test("any accepted name is read back unchanged by another parser, and by ours if it is ASCII", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(name, (text) => {
      const parsed = parseMailbox(`"${text.replace(/["\\]/g, "\\$&")}" <a@b.example>`);
      if (!parsed.ok) return;
      const header = formatMailbox(parsed.mailbox);
      expect(header).toMatch(/^[ -~]+$/);
      const [read] = addressParser(header);
      expect(read).toMatchObject({ address: "a@b.example" });
      if (!header.includes("=?")) expect(parseMailbox(header)).toEqual(parsed);
    }),
    { numRuns: 1_000 },
  );
});
