import { expect, test } from "vitest";
import type { Level } from "../../api-types.ts";
import { levelOf } from "./health.ts";

test.each<[Level[], Level]>([
  [[], "ok"],
  [["ok", "ok"], "ok"],
  [["ok", "unknown"], "unknown"],
  [["unknown", "warning"], "warning"],
  [["warning", "failed", "ok"], "failed"],
])("the worst level of %j is %s", (levels, worst) => {
  expect(levelOf(levels.map((level) => ({ level })))).toBe(worst);
});
