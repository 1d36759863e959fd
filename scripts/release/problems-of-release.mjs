import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../setup/paths.mjs";
import { currentMigrations, frozenMigrations, problemsOfFrozen } from "./frozen-migrations.mjs";

/** Returns one line for each reason not to release this version. */
export function problemsOfRelease(version) {
  const changelog = readFileSync(inRoot("CHANGELOG.md"), "utf8");
  const frozen = frozenMigrations();
  const isRecorded = existsSync(inRoot("test/upgrade/releases", `${version}.json.gz`));
  const isFrozen = isRecorded && [...currentMigrations().keys()].every((name) => frozen.has(name));
  return [
    ...problemsOfChangelog(changelog, version),
    ...problemsOfFrozen(frozen),
    ...(isFrozen
      ? []
      : [`the migrations of ${version} are not frozen: npm run freeze, then commit test/upgrade`]),
  ];
}

/** The newest section must be this version's, and have a date: `## 0.1.0 (2026-11-30)`. */
export function problemsOfChangelog(changelog, version) {
  const [heading = ""] = changelog.match(/^## .*$/m) ?? [];
  const [, named, date] = heading.match(/^## (\S+) \((\d{4}-\d{2}-\d{2})\)$/) ?? [];
  if (named !== version)
    return [`the first section of CHANGELOG.md is "${heading}": it must be "## ${version} (YYYY-MM-DD)"`];
  return Number.isNaN(Date.parse(date)) ? [`CHANGELOG.md: ${date} is not a date`] : [];
}
