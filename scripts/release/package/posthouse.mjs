#!/usr/bin/env node
/** The program of the npm package, on any Node ≥ 20: runs the built server on the pinned Node. `posthouse` alone starts a server. */
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { become } from "./become.mjs";
import { nodePackages, platform } from "./node-packages.mjs";
import { problemOfNode } from "./problem-of-node.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [first = "serve", ...rest] = process.argv.slice(2);

const node = findNode();
const compileCache = findCompileCache();
// Only the first start, because a check takes as long as a command.
const problem = existsSync(compileCache)
  ? null
  : problemOfNode(node, { reinstall: "install posthouse again" });
if (problem) fail(problem);

become({
  node,
  compileCache,
  args: [join(root, "dist/server/main.js"), first, ...rest],
});

/** npm installs it as an optional package, in this package or beside it. */
function findNode() {
  const name = nodePackages[platform];
  if (!name)
    fail(`Posthouse does not run on ${platform}: use one of ${Object.keys(nodePackages).join(", ")}`);
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), "bin/node");
  } catch {
    fail(
      `npm did not install the optional package ${name}: npm config delete omit, then install posthouse again`,
    );
  }
}

/** A user who may not write to the package, because root installed it, has a cache of their own. */
function findCompileCache() {
  if (process.env.NODE_COMPILE_CACHE) return process.env.NODE_COMPILE_CACHE;
  try {
    accessSync(root, constants.W_OK);
    return join(root, ".cache");
  } catch {
    return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "posthouse");
  }
}

function fail(message) {
  process.stderr.write(`posthouse: ${message}\n`);
  process.exit(1);
}
