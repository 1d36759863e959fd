import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inRoot, toolEnvironment } from "./paths.mjs";
import { SetUpError, say } from "./set-up-error.mjs";

/** Runs `vite build` in the checkout. Throws SetUpError. */
export function runVite({ what, args }) {
  say(`Building the ${what} …`);
  const built = spawnSync(inRoot("node_modules/.bin/vite"), ["build", ...args, "--logLevel", "warn"], {
    cwd: inRoot(),
    stdio: ["ignore", 2, 2],
    env: { ...toolEnvironment(), NODE_ENV: "production" },
  });
  if (built.error) throw built.error;
  if (built.signal) process.exit(1);
  if (built.status !== 0) throw new SetUpError(`building the ${what} failed (see above)`);
}

/**
 * Returns the hash of a build's sources in hexadecimal. `names` are files and directories of the checkout; tests and earlier builds
 * are left out.
 */
export function hashOf(names) {
  const hash = createHash("sha256");
  for (const name of names.flatMap(filesBelow))
    hash
      .update(`${name}\0`)
      .update(readFileSync(inRoot(name)))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(name) {
  if (!statSync(inRoot(name)).isDirectory()) return [name];
  return readdirSync(inRoot(name))
    .filter((entry) => entry !== "dist" && !/\.test\.tsx?$/.test(entry))
    .sort()
    .flatMap((entry) => filesBelow(join(name, entry)));
}
