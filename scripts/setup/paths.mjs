import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const inRoot = (...parts) => join(root, ...parts);

/** The Node that everything runs on, whatever the machine has: brought by the npm package "node". */
export const pinnedNode = inRoot("node_modules/node/bin/node");

/** Compiled code of the server; src/main.ts knows the same place. */
export const compileCache = inRoot("node_modules/.cache/posthouse");

/** The environment of our tools: pinned Node first, so that "#!/usr/bin/env node" finds it. */
export function toolEnvironment() {
  const path = [inRoot("node_modules/.bin"), process.env.PATH].join(":");
  return { ...process.env, PATH: path };
}
