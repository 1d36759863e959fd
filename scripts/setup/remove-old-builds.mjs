import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const HOUR_MS = 3_600_000;
/**
 * A running server touches its build each hour (src/commands/serve/keep-build.ts), except while the machine is suspended. A build has
 * 6 MB.
 */
const UNUSED_MS = 48 * HOUR_MS;
/** A build takes seconds, so an older unfinished one was interrupted. */
const unfinishedMs = HOUR_MS;

/** Removes the builds in a directory that no server uses. */
export function removeOldBuilds(builds) {
  if (!existsSync(builds)) return;
  for (const name of readdirSync(builds)) {
    const path = join(builds, name);
    const ageMs = Date.now() - statSync(path).mtimeMs;
    if (ageMs > (name.includes("-") ? unfinishedMs : UNUSED_MS))
      rmSync(path, { recursive: true, force: true });
  }
}
