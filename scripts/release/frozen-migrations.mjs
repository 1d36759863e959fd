import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot } from "../setup/paths.mjs";

const LIST = "test/upgrade/frozen-migrations.sha256";

/** Reads the list of released migrations, in the format of sha256sum: file name → checksum. */
export function frozenMigrations() {
  const text = existsSync(inRoot(LIST)) ? readFileSync(inRoot(LIST), "utf8") : "";
  const lines = text.split("\n").filter(Boolean);
  return new Map(lines.map((line) => line.split("  ").toReversed()));
}

/** The checksums of all migrations of this checkout. */
export function currentMigrations() {
  const names = readdirSync(inRoot("migrations")).filter((name) => name.endsWith(".sql"));
  const hashOf = (name) =>
    createHash("sha256")
      .update(readFileSync(inRoot("migrations", name)))
      .digest("hex");
  return new Map(names.sort().map((name) => [name, hashOf(name)]));
}

/** Returns one line for each released migration that was changed, removed, or preceded by a new one. */
export function problemsOfFrozen(frozen, current = currentMigrations()) {
  const changed = [...frozen].filter(([name, hash]) => current.get(name) !== hash).map(([name]) => name);
  const last = [...frozen.keys()].sort().at(-1) ?? "";
  const early = [...current.keys()].filter((name) => !frozen.has(name) && name < last);
  return [
    ...changed.map((name) => `migrations/${name} was released: restore it, and add a new migration instead`),
    ...early.map((name) => `migrations/${name} sorts before released ones: give it a higher number`),
  ];
}
