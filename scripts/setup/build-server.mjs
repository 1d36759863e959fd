import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { removeOldBuilds } from "./remove-old-builds.mjs";
import { hashOf, runVite } from "./vite.mjs";

const builds = inRoot("dist");
const SOURCES = ["package-lock.json", "tsconfig.json", "vite.config.ts", "src"];

/** The program as built from the sources as they are: each state of them has a directory, so that a build changes nothing under a running server. */
export async function buildServer() {
  const name = hashOf(SOURCES).slice(0, 16);
  const program = join(builds, name, "main.js");
  if (existsSync(program)) return { program, built: false };
  removeOldBuilds(builds);
  const unfinished = `${name}-${process.pid}`;
  runVite({ what: "server", args: ["--outDir", `dist/${unfinished}`] });
  // Somebody else may have been quicker.
  if (existsSync(program)) rmSync(join(builds, unfinished), { recursive: true });
  else renameSync(join(builds, unfinished), join(builds, name));
  return { program, built: true };
}
