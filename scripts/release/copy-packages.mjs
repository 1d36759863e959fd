import { cpSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../setup/paths.mjs";

/** Source maps and type declarations are not read at run time. They are a fifth of the size. */
const NOT_FOR_RUNNING = /\.map$|\.d\.[mc]?ts$/;

/** Copies the installed packages of a lockfile into a directory. */
export function copyPackages(directory, { packages }) {
  for (const [path, { os, cpu }] of Object.entries(packages)) {
    if (path === "") continue;
    if (os || cpu) throw new Error(`${path} is only for some platforms: add its parent to NATIVE_PACKAGES`);
    cpSync(inRoot(path), join(directory, path), {
      recursive: true,
      // Packages inside it are in the lockfile themselves.
      filter: (file) => !NOT_FOR_RUNNING.test(file) && !file.startsWith(inRoot(path, "node_modules")),
    });
  }
}
