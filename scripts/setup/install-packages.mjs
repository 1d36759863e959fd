import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chooseForMachine, countUnpacked, readLocked } from "./locked-packages.mjs";
import { nodePackages, platform } from "./node-packages.mjs";
import { inRoot, pinnedNode } from "./paths.mjs";
import { problemOfNode } from "./problem-of-node.mjs";
import { withProgress } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { SetUpError } from "./set-up-error.mjs";

const stamp = inRoot("node_modules/.posthouse-installed");
const QUIETLY = ["--loglevel=error", "--no-audit", "--no-fund", "--no-progress"];

/**
 * Installs what starting needs, with `tools` also what tests and checks need, unless the installed packages match the lockfile.
 * Returns whether it installed.
 */
export async function installPackages({ tools }) {
  const nodePackage = nodePackages[platform];
  if (!nodePackage)
    throw new SetUpError(
      `Posthouse does not run on ${platform}: use one of ${Object.keys(nodePackages).join(", ")}`,
    );
  const hash = createHash("sha256")
    .update(readFileSync(inRoot("package-lock.json")))
    .digest("hex");
  const withTools = `${hash} with tools`;
  const stamped = readIfThere(stamp);
  if ((stamped === withTools || (!tools && stamped === hash)) && existsSync(pinnedNode)) return false;
  const alreadyThere = isInstalled({ tools });
  if (!alreadyThere) await install({ tools, isAddition: stamped === hash });
  if (!existsSync(pinnedNode))
    throw new SetUpError(
      `npm did not install the optional package ${nodePackage}: npm config delete omit, then try again`,
    );
  removeHeaders();
  const problem = problemOfNode(pinnedNode, { reinstall: "remove node_modules" });
  if (problem) throw new SetUpError(problem);
  // Written last: an interrupted install leaves no stamp and runs again.
  writeFileSync(stamp, tools || isInstalled({ tools: true }) ? withTools : hash);
  return !alreadyThere;
}

/** C++ headers, a third of the pinned Node's 211 MB. Nothing here is compiled. */
function removeHeaders() {
  rmSync(join(dirname(pinnedNode), "../include"), { recursive: true, force: true });
}

/** An addition leaves the installed packages where they are, because a server may be running from them. */
async function install({ tools, isAddition }) {
  const wanted = chooseForMachine(readLocked(), { tools });
  const [command, ...args] = npmCommand();
  const kinds = ["--include=optional", tools ? "--include=dev" : "--omit=dev"];
  const npm = isAddition ? ["install", "--no-save"] : ["ci"];
  const what = isAddition ? "Installing the tools for tests" : "Installing packages";
  await withProgress(
    `${what}; this takes a minute the first time`,
    () => runTool(command, [...args, ...npm, ...kinds, ...QUIETLY], { what: `npm ${npm[0]}` }),
    () => `${countUnpacked(wanted)} of ${wanted.length}`,
  );
}

/** The npm that runs this script, or the one on the PATH. */
function npmCommand() {
  const own = process.env.npm_execpath;
  return own?.endsWith("npm-cli.js") ? [process.execPath, own] : ["npm"];
}

/** Whether npm was run by hand for this lockfile: npm writes the list of installed packages at its end. */
function isInstalled({ tools }) {
  const done = readIfThere(inRoot("node_modules/.package-lock.json"));
  if (done === null || !existsSync(pinnedNode)) return false;
  const installed = new Map(Object.entries(JSON.parse(done).packages));
  const locked = readLocked();
  const agrees = ([path, { version, integrity, optional }]) => {
    const found = installed.get(path);
    return found ? found.version === version && found.integrity === integrity : optional === true;
  };
  const known = new Set(locked.map(([path]) => path));
  const isKnown = ([path, { link }]) => known.has(path) || link === true || !path.includes("node_modules/");
  return locked.filter(([, { dev }]) => tools || !dev).every(agrees) && [...installed].every(isKnown);
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
