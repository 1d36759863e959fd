import { utimesSync } from "node:fs";
import { dirname, extname } from "node:path";

/** Builds that were not touched for two days are removed (scripts/setup/remove-old-builds.mjs). */
const EVERY_MS = 3_600_000;

/** Touches the directory of a built program, now and each hour, so that its roles can be started from it again. */
export function keepBuild(program: string): void {
  // The sources are not removed, and whoever watches them is told of a touch.
  if (extname(program) === ".ts") return;
  const directory = dirname(program);
  touch(directory);
  setInterval(() => touch(directory), EVERY_MS).unref();
}

function touch(directory: string): void {
  try {
    utimesSync(directory, new Date(), new Date());
  } catch {
    // Of a read-only image, or another user's: it runs all the same.
  }
}
