import { utimesSync } from "node:fs";
import { dirname, extname } from "node:path";

/** Builds not touched for two days are removed (scripts/setup/remove-old-builds.mjs). */
const EVERY_MS = 3_600_000;

/** Touches the directory of a built program, now and each hour, so that its roles can be started from it again. */
export function keepBuild(program: string): void {
  // Sources are never removed, and a touch would trigger file watchers.
  if (extname(program) === ".ts") return;
  const directory = dirname(program);
  touch(directory);
  setInterval(() => touch(directory), EVERY_MS).unref();
}

function touch(directory: string): void {
  try {
    utimesSync(directory, new Date(), new Date());
  } catch {
    // The build is on a read-only image or belongs to another user; the server runs anyway.
  }
}
