import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** Reads the entries of the lockfile: path → package, without the checkout's own packages. */
export function readLocked() {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  return Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
}

/** The entries that npm installs on this machine; those of tools for tests only with `tools`. */
export function chooseForMachine(locked, { tools }) {
  return locked.filter(
    ([, { dev, optional, os, cpu }]) =>
      (tools || !dev) && !(optional && !(includes(os, process.platform) && includes(cpu, process.arch))),
  );
}

/** `names` is a name, a list of names, or undefined: all. `!name`: all others. */
function includes(names, own) {
  if (!names) return true;
  return [names].flat().some((name) => (name.startsWith("!") ? name.slice(1) !== own : name === own));
}

/** How many of these packages are unpacked. */
export function countUnpacked(entries) {
  return entries.filter(([path]) => existsSync(inRoot(path, "package.json"))).length;
}
