import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { removeOldBuilds } from "./remove-old-builds.mjs";
import { hashOf, runVite } from "./vite.mjs";

const builds = inRoot("dist");
const SOURCES = [
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "scripts/setup/separate-packages.mjs",
  "src",
];

/**
 * Returns the server built from the current sources. Each state of the sources has its own directory, so that a build does not change
 * the files of a running server.
 */
export async function buildServer() {
  const name = hashOf(SOURCES).slice(0, 16);
  const program = join(builds, name, "main.js");
  if (existsSync(program)) return { program, built: false };
  removeOldBuilds(builds);
  const unfinished = `${name}-${process.pid}`;
  await runVite({ what: "server", args: ["--outDir", `dist/${unfinished}`] });
  // Another process may have finished the same build first.
  if (existsSync(program)) rmSync(join(builds, unfinished), { recursive: true });
  else renameSync(join(builds, unfinished), join(builds, name));
  return { program, built: true };
}
