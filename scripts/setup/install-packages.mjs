import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot, nodePackages, pinnedNode, platform, root } from "./paths.mjs";
import { SetUpError, say } from "./set-up-error.mjs";

const stamp = inRoot("node_modules/.posthouse-installed");

/** Runs npm ci unless the installed packages match the lockfile. Returns whether it ran. */
export async function installPackages() {
  const nodePackage = nodePackages[platform];
  if (!nodePackage)
    throw new SetUpError(
      `Posthouse does not run on ${platform}: use one of ${Object.keys(nodePackages).join(", ")}`,
    );
  const wanted = createHash("sha256")
    .update(readFileSync(inRoot("package-lock.json")))
    .digest("hex");
  if (readIfThere(stamp) === wanted && existsSync(pinnedNode)) return false;
  const alreadyThere = isInstalled();
  if (!alreadyThere) npmCi();
  if (!existsSync(pinnedNode))
    throw new SetUpError(
      `npm did not install the optional package ${nodePackage}: npm config delete omit, then try again`,
    );
  checkNodeRuns();
  // Written last: an interrupted install leaves no stamp and runs again.
  writeFileSync(stamp, wanted);
  return !alreadyThere;
}

/** The pinned Node needs libraries that a minimal system may lack. */
function checkNodeRuns() {
  const { status, stderr, error } = spawnSync(pinnedNode, ["--version"], { encoding: "utf8" });
  if (status === 0) return;
  const reason = (stderr || error?.message || "no reason given").trim().split("\n")[0];
  const hint = reason.includes("libatomic") ? "apt install libatomic1" : "remove node_modules";
  throw new SetUpError(`the pinned Node does not start (${reason}): ${hint}, then try again`);
}

function npmCi() {
  say("Installing packages; this takes a minute the first time …");
  const [command, ...args] = npmCommand();
  const options = { cwd: root, stdio: ["ignore", 2, 2], env: { ...process.env, NODE_ENV: "development" } };
  const { error, status, signal } = spawnSync(
    command,
    [...args, "ci", "--loglevel=error", "--no-audit", "--no-fund"],
    options,
  );
  if (error?.code === "ENOENT") throw new SetUpError("npm is not on the PATH: install it, then try again");
  if (error) throw error;
  if (signal) process.exit(1);
  if (status !== 0) throw new SetUpError("npm ci failed (see above); fix the problem, then try again");
}

/** The npm that runs this script, or the one on the PATH. */
function npmCommand() {
  const own = process.env.npm_execpath;
  return own?.endsWith("npm-cli.js") ? [process.execPath, own] : ["npm"];
}

/** Whether npm was run by hand for this lockfile: npm writes its list of installed packages when it has finished. */
function isInstalled() {
  const done = readIfThere(inRoot("node_modules/.package-lock.json"));
  if (done === null || !existsSync(pinnedNode)) return false;
  const installed = new Map(Object.entries(JSON.parse(done).packages));
  const locked = Object.entries(JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages);
  const wanted = locked.filter(([path]) => path !== "");
  const agrees = ([path, { version, integrity, optional }]) => {
    const found = installed.get(path);
    return found ? found.version === version && found.integrity === integrity : optional === true;
  };
  return wanted.every(agrees) && installed.size <= wanted.length;
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
