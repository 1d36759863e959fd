import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inRoot, toolEnvironment } from "./paths.mjs";
import { withProgress } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";

/** Runs `vite build` in the checkout. Throws SetUpError. */
export async function runVite({ what, args }) {
  const vite = inRoot("node_modules/.bin/vite");
  const env = { ...toolEnvironment(), NODE_ENV: "production" };
  await withProgress(`Building the ${what}`, () =>
    runTool(vite, ["build", ...args, "--logLevel", "warn"], { what: `building the ${what}`, env }),
  );
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
