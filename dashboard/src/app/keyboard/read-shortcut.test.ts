import { expect, test } from "vitest";
import { NAVIGATION } from "../navigation.ts";
import { readShortcut } from "./read-shortcut.ts";

const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test.each([
  [press("k", { metaKey: true }), { kind: "palette" }],
  [press("K", { ctrlKey: true }), { kind: "palette" }],
  [press("/"), { kind: "search" }],
  [press("?"), { kind: "help" }],
  [press("c"), { kind: "compose" }],
  [press("j"), { kind: "next-row" }],
  [press("x"), { kind: "select-row" }],
  [press("k"), { kind: "previous-row" }],
  [press("g"), { kind: "pending" }],
  [press("c", { ctrlKey: true }), null],
  [press("j", { altKey: true }), null],
  [press("z"), null],
])("the key %j alone means %j", (key, shortcut) => {
  expect(readShortcut(key, false)).toEqual(shortcut);
});

test("g and a letter open a page; no two pages have the same letter", () => {
  const pages = NAVIGATION.flatMap((group) => group.pages);
  expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
  for (const { key, to } of pages) expect(readShortcut(press(key), true)).toEqual({ kind: "page", to });
  expect(readShortcut(press("z"), true)).toBeNull();
});
