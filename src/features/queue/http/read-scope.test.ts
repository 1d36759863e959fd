import { expect, test } from "vitest";
import { readScope } from "./read-scope.ts";

test.each([
  ["all mail", {}, { target: "all", name: "" }],
  ["a domain, in any case", { domain: "One.Example" }, { target: "domain", name: "one.example" }],
  [
    "a destination, in any case",
    { destination: "BIG.example" },
    { target: "destination", name: "big.example" },
  ],
])("a scope names %s", (_what, request, scope) => {
  expect(readScope("an account", request)).toEqual({ accountId: "an account", ...scope });
  expect(readScope(null, request)).toEqual({ accountId: null, ...scope });
});

test("a scope cannot name both a domain and a destination", () => {
  expect(() => readScope(null, { domain: "a.example", destination: "b.example" })).toThrow(
    expect.objectContaining({
      code: "validation_failed",
      message: "scope must name a domain or a destination, not both",
    }),
  );
});
