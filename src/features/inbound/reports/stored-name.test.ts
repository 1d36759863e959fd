import { expect, test } from "vitest";
import { storedName } from "./stored-name.ts";

test.each([
  [" OURS.test ", "ours.test"],
  ["Bücher.example", "xn--bcher-kva.example"],
  ["no domain", "no domain"],
])("reports about %j are stored under %j", (text, name) => {
  expect(storedName(text)).toBe(name);
});
