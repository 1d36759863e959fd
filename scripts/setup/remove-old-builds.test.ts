import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeOldBuilds } from "./remove-old-builds.mjs";

test("keeps all builds in use; removes unused and interrupted ones", () => {
  const builds = mkdtempSync(join(tmpdir(), "posthouse-builds-"));
  onTestFinished(() => rmSync(builds, { recursive: true }));
  const hoursAgo = { a: 0, b: 1, c: 2, d: 3, e: 47, f: 49, "g-12": 0, "h-34": 2 };
  for (const [name, hours] of Object.entries(hoursAgo)) {
    mkdirSync(join(builds, name));
    writeFileSync(join(builds, name, "main.js"), "");
    const usedAt = new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(builds, name), usedAt, usedAt);
  }
  removeOldBuilds(builds);
  expect(readdirSync(builds).sort()).toEqual(["a", "b", "c", "d", "e", "g-12"]);
  removeOldBuilds(join(builds, "none"));
});
