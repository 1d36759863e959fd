import { expect, test } from "vitest";
import { problemsOfChangelog } from "./problems-of-release.mjs";

test("the changelog begins with the version and its date", () => {
  expect(problemsOfChangelog("# Changelog\n\n## 0.1.0 (2026-11-30)\n\n## 0.0.9\n", "0.1.0")).toEqual([]);
});

test.each([
  ["no version", "# Changelog\n\n## Unreleased\n"],
  ["no date", "# Changelog\n\n## 0.1.0\n"],
  ["an impossible date", "# Changelog\n\n## 0.1.0 (2026-13-40)\n"],
  ["another version first", "## 0.2.0 (2026-11-30)\n\n## 0.1.0 (2026-11-20)\n"],
])("a changelog with %s is a problem", (_, changelog) => {
  expect(problemsOfChangelog(changelog, "0.1.0")).toHaveLength(1);
});
