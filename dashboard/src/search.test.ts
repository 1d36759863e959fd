import { expect, test } from "vitest";
import { oneOf, parseSearch, someOf, stringifySearch, textOf } from "./search.ts";

test("every value is text, even if it looks like a number or JSON", () => {
  const search = { q: "123", subscribed: "true", text: '{"a":1}', plus: "a+b c" };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test("unset parameters are not in the address", () => {
  expect(stringifySearch({ q: "", cursor: undefined })).toBe("");
  expect(stringifySearch({ q: "ann", cursor: undefined })).toBe("?q=ann");
});

test("a parameter named __proto__ changes no prototype (C4)", () => {
  const search = parseSearch("?__proto__=polluted&constructor=x");
  expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
  expect(Object.hasOwn(search, "__proto__")).toBe(true);
});

test("only allowed values are accepted", () => {
  expect(oneOf("true", ["true", "false"])).toBe("true");
  expect(oneOf("maybe", ["true", "false"])).toBeUndefined();
  expect(textOf(["a"])).toBeUndefined();
  expect(textOf("")).toBeUndefined();
});

test("a list of values is accepted if each of them is allowed", () => {
  const allowed = ["a", "b"];
  expect(someOf("b", allowed)).toBe("b");
  expect(someOf("a,,b", allowed)).toBe("a,b");
  expect(someOf("a,c", allowed)).toBeUndefined();
  expect(someOf(",", allowed)).toBeUndefined();
  expect(someOf(["a"], allowed)).toBeUndefined();
});
