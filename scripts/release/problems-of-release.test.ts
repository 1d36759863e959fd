import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { problemsOfChangelog, problemsOfPins, problemsOfUser } from "./problems-of-release.mjs";

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

test("the client, the compose file and the chart have the version of package.json", () => {
  expect(problemsOfPins(manifest.version)).toEqual([]);
});

test("each of them with another version is a problem", () => {
  expect(problemsOfPins("9.9.9")).toEqual([
    expect.stringMatching(/^packages\/client\/package.json has "version": "\S+": it must be 9.9.9$/),
    expect.stringMatching(/^packages\/client\/src\/version.ts has VERSION = /),
    expect.stringMatching(/^deploy\/compose.yaml has npm install --global posthouse@\S+: it must be 9.9.9$/),
    expect.stringMatching(/^deploy\/helm\/posthouse\/Chart.yaml has version: /),
    expect.stringMatching(/^deploy\/helm\/posthouse\/Chart.yaml has appVersion: /),
  ]);
});

test("without root, the global installation cannot be tried", () => {
  expect(problemsOfUser(0)).toEqual([]);
  expect(problemsOfUser(1000)).toEqual([expect.stringContaining("run it as root")]);
});
