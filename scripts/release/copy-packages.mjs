import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { inRoot } from "../setup/paths.mjs";

/** Source maps, TypeScript and Flow types are not read at run time. */
const NOT_FOR_RUNNING = /\.(map|[mc]?tsx?|flow|markdown)$/;
/** Directories of a package with files for its developers. Only directly below it: `yaml/dist/doc` is code. */
const FOR_DEVELOPERS =
  /^(tests?|__tests__|docs?|examples?|bench(marks?)?|coverage|fixtures|man|\.github|\.vscode)$/;

/** Copies the installed packages of a lockfile into a directory, without the files that are not needed to run them. */
export function copyPackages(directory, { packages, from = inRoot(".") }) {
  for (const [path, { os, cpu }] of Object.entries(packages)) {
    if (path === "") continue;
    if (os || cpu) throw new Error(`${path} is only for some platforms: add its parent to NATIVE_PACKAGES`);
    const source = join(from, path);
    cpSync(source, join(directory, path), {
      recursive: true,
      filter: (file) => isNeeded(relative(source, file)),
    });
    removeEngines(join(directory, path, "package.json"));
  }
}

function isNeeded(file) {
  const [first] = file.split("/");
  // Packages inside it are in the lockfile themselves.
  return first !== "node_modules" && !FOR_DEVELOPERS.test(first) && !NOT_FOR_RUNNING.test(file);
}

/** They run on the pinned Node, but npm compares their engines with the Node that installs them, and prints warnings. */
function removeEngines(file) {
  const { engines: _, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
