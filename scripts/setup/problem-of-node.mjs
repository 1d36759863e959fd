import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Returns why the pinned Node does not start, with a next step; null if it starts. `reinstall`: the step that installs it again. Without
 * dependencies, because the npm package contains this file too.
 */
export function problemOfNode(node, { reinstall }) {
  const { status, stderr, error } = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (status === 0) return null;
  // The missing file is not Node, but the loader of glibc.
  if (error?.code === "ENOENT" && existsSync(node))
    return "the pinned Node needs glibc, which this system lacks: use a system that has it, such as the image node:24";
  const reason = (stderr || error?.message || "no reason given").trim().split("\n")[0];
  return `the pinned Node does not start (${reason}): ${nextStep(reason) ?? reinstall}, then try again`;
}

/** Minimal systems lack libraries, and old ones have versions that are too old. */
function nextStep(reason) {
  const [, library, version] = /loading shared libraries: (lib[^.]+)\.so\.(\d+)/.exec(reason) ?? [];
  if (library) return `apt-get install ${library}${version}, or dnf install ${library}`;
  return /version .* not found/.test(reason) ? "use a newer system" : null;
}
