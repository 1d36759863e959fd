import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../setup/paths.mjs";
import { currentMigrations, frozenMigrations, problemsOfFrozen } from "./frozen-migrations.mjs";

/** Where the version is written besides package.json, and what is around it. */
const PINS = [
  ["packages/client/package.json", /"version": "(.+)"/],
  ["packages/client/src/version.ts", /VERSION = "(.+)"/],
  ["deploy/compose.yaml", /npm install --global posthouse@(\S+)/],
  ["deploy/helm/posthouse/Chart.yaml", /^version: (.+)$/m],
  ["deploy/helm/posthouse/Chart.yaml", /^appVersion: (.+)$/m],
];

/** Returns one line for each reason not to release this version. */
export function problemsOfRelease(version) {
  const changelog = readFileSync(inRoot("CHANGELOG.md"), "utf8");
  const frozen = frozenMigrations();
  const isRecorded = existsSync(inRoot("test/upgrade/releases", `${version}.json.gz`));
  const isFrozen = isRecorded && [...currentMigrations().keys()].every((name) => frozen.has(name));
  return [
    ...problemsOfChangelog(changelog, version),
    ...problemsOfPins(version),
    ...problemsOfUser(process.getuid?.()),
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

/** Returns one line for each file with another version: the release would install or announce that one. */
export function problemsOfPins(version) {
  return PINS.flatMap(([path, pattern]) => {
    const [text = "no version", pinned] = readFileSync(inRoot(path), "utf8").match(pattern) ?? [];
    return pinned === version ? [] : [`${path} has ${text}: it must be ${version}`];
  });
}

/** Only root can try a global installation that another user runs. */
export function problemsOfUser(uid) {
  return uid === 0 ? [] : ["run it as root, which tries a global installation for another user (or --draft)"];
}
