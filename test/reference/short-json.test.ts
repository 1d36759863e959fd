import { expect, test } from "vitest";
import { shortJson } from "./short-json.ts";

test("the JSON has the same content, with short lists and objects in one line", () => {
  const value = {
    text: 'a "quoted" word',
    none: null,
    empty: [{}, []],
    short: { a: 1, b: true },
    list: ["x", "y"],
    long: Array.from({ length: 40 }, (_, n) => n),
  };
  const json = shortJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toContain(
    '\n  "short": { "a": 1, "b": true },\n  "list": ["x", "y"],\n  "long": [\n    0,\n    1,\n',
  );
});
