import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodePackages, platform } from "./node-packages.mjs";

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const inRoot = (...parts) => join(root, ...parts);

/** The Node that everything runs on, independent of the machine's version. */
export const pinnedNode = inRoot("node_modules", nodePackages[platform] ?? "node", "bin/node");

/** Compile cache of the server; src/main.ts has the same path. */
export const compileCache = inRoot("node_modules/.cache/posthouse");

/** The environment of tools, with the pinned Node first in PATH, so that "#!/usr/bin/env node" finds it. */
export function toolEnvironment() {
  const path = [inRoot("node_modules/.bin"), process.env.PATH].join(":");
  return { ...process.env, PATH: path };
}
