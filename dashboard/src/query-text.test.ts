import fc from "fast-check";
import { expect, test } from "vitest";
import { formatQuery, parseQuery, type QueryKey, wordAt } from "./query-text.ts";

const keys: QueryKey[] = [
  { name: "to", hint: "" },
  {
    name: "status",
    hint: "",
    isList: true,
    read: (value) => (["bounced", "queued", "bounced,queued"].includes(value) ? value : null),
    form: "Use bounced or queued.",
  },
  {
    name: "tag",
    hint: "",
    read: (value) => value.replace("=", ":"),
    write: (value) => value.replace(":", "="),
  },
];

test.each([
  ["", {}],
  ["  ", {}],
  ["to:ada", { to: "ada" }],
  ["TO:Ada", { to: "Ada" }],
  ["your invoice", { search: "your invoice" }],
  ["your to:ada invoice", { to: "ada", search: "your invoice" }],
  ['tag:"kind=two words" x', { tag: "kind:two words", search: "x" }],
  ['"to:ada"', { search: "to:ada" }],
  ['to:"never closed', { to: "never closed" }],
  ["status:bounced status:queued", { status: "bounced,queued" }],
  ["status:bounced,queued status:bounced", { status: "bounced,queued" }],
  ["Re: hello", { search: "Re: hello" }],
  ["to:", {}],
  ['to:""', {}],
  ["to:a:b", { to: "a:b" }],
  ['to:"a \\"b\\" \\\\c"', { to: 'a "b" \\c' }],
])("%j is read", (text, values) => {
  expect(parseQuery(text, keys)).toEqual({ values, problems: [] });
});

test.each([
  ["subject:hello", { search: "subject:hello" }, /Unknown filter “subject:”.* to, status, tag\./],
  ["status:gone", {}, /“gone” is not a valid value of status\. Use bounced or queued\./],
  ["to:a to:b", { to: "b" }, /Only the last to: is used/],
])("%j has a hint", (text, values, problem) => {
  const parsed = parseQuery(text, keys);
  expect(parsed.values).toEqual(values);
  expect(parsed.problems).toEqual([expect.stringMatching(problem)]);
});

test.each([
  [{ to: "ada" }, "to:ada"],
  [{ search: "your invoice", status: "bounced,queued" }, "status:bounced status:queued your invoice"],
  [{ tag: "kind:two words" }, 'tag:"kind=two words"'],
  [{ search: "to:ada" }, '"to:ada"'],
  [{ search: "subject:x" }, '"subject:x"'],
  [{ search: "to:" }, '"to:"'],
  [{ search: "Re: hello" }, "Re: hello"],
  [{ search: "to: x" }, '"to: x"'],
  [{}, ""],
])("%j survives the box", (values, text) => {
  expect(formatQuery(values, keys)).toBe(text);
  expect(parseQuery(text, keys).values).toEqual(values);
});

test("any values survive the box", () => {
  const text = fc
    .string({ unit: "grapheme", minLength: 1 })
    .map((value) => value.trim().replace(/\s+/g, " "));
  fc.assert(
    fc.property(text, text, (to, search) => {
      fc.pre(to !== "" && search !== "");
      expect(parseQuery(formatQuery({ to, search }, keys), keys).values).toEqual({ to, search });
    }),
  );
});

test("the word at the caret is completed, also inside quotes", () => {
  expect(wordAt("hello st", 8)).toEqual({ start: 6, key: null, value: "st" });
  expect(wordAt("status:bo x", 9)).toEqual({ start: 0, key: "status", value: "bo" });
  expect(wordAt('x tag:"two w', 12)).toEqual({ start: 2, key: "tag", value: "two w" });
  expect(wordAt("x ", 2)).toEqual({ start: 2, key: null, value: "" });
  expect(wordAt("🎉 🎉 st", 8)).toEqual({ start: 6, key: null, value: "st" });
});
