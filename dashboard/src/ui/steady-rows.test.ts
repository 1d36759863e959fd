import { expect, test } from "vitest";
import { countNewer, refreshRows } from "./steady-rows.ts";

const row = (id: string, status = "queued") => ({ id, status });

test("rows keep their places and update in place", () => {
  const shown = [row("5"), row("4"), row("3")];
  const latest = [row("7"), row("6"), row("5", "delivered"), row("4", "bounced")];
  expect(refreshRows(shown, latest)).toEqual([row("5", "delivered"), row("4", "bounced"), row("3")]);
  expect(countNewer(shown, latest)).toBe(2);
});

test("a row that no longer matches the filter does not count as new", () => {
  expect(countNewer([row("5"), row("3")], [row("5"), row("2")])).toBe(0);
  expect(countNewer([], [row("2"), row("1")])).toBe(2);
});
