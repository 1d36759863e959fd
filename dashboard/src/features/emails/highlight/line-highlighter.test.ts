import { expect, test } from "vitest";
import { LineHighlighter } from "./line-highlighter.ts";

test("a very long line has one color, and the next one begins as it ends", () => {
  const [long, next] = new LineHighlighter().highlight(`${"<b>".repeat(20_000)}<!--\nend`);
  expect(long?.tokens).toHaveLength(1);
  expect(next?.tokens).toEqual([{ text: "end", scope: "comment" }]);
});

test("a change highlights its line again, and following lines only if they begin differently", () => {
  const highlighter = new LineHighlighter();
  const before = highlighter.highlight("<p>\n<b>one</b>\n<i>two</i>");
  const changed = highlighter.highlight("<p>\n<b>ones</b>\n<i>two</i>");
  expect(changed[0]).toBe(before[0]);
  expect(changed[1]).not.toBe(before[1]);
  expect(changed[2]).toBe(before[2]);
  const opened = highlighter.highlight("<p>\n<!--\n<i>two</i>");
  expect(opened[2]).not.toBe(before[2]);
  expect(opened[2]?.tokens).toEqual([{ text: "<i>two</i>", scope: "comment" }]);
});
