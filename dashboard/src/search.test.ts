import { expect, test } from "vitest";
import { oneOf, parseSearch, stringifySearch, textOf } from "./search.ts";

test("every value is text, also one that looks like a number or JSON", () => {
  const search = { q: "123", subscribed: "true", text: '{"a":1}', plus: "a+b c" };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test("what is not set does not show in the address", () => {
  expect(stringifySearch({ q: "", cursor: undefined })).toBe("");
  expect(stringifySearch({ q: "ann", cursor: undefined })).toBe("?q=ann");
});

test("C4: a parameter named __proto__ pollutes nothing", () => {
  const search = parseSearch("?__proto__=polluted&constructor=x");
  expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
  expect(Object.hasOwn(search, "__proto__")).toBe(true);
});

test("only the expected words pass", () => {
  expect(oneOf("true", ["true", "false"])).toBe("true");
  expect(oneOf("maybe", ["true", "false"])).toBeUndefined();
  expect(textOf(["a"])).toBeUndefined();
  expect(textOf("")).toBeUndefined();
});
