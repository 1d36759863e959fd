/** `node scripts/check-lockfile.mjs`: fails unless the lockfile pins and verifies every installed package. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./setup/paths.mjs";

/** Returns one line for each problem of a package-lock.json. `allowScripts` of package.json lists the allowed install scripts. */
export function errorsInLockfile(packages, allowScripts) {
  const problems = [];
  for (const [path, entry] of Object.entries(packages)) {
    const isOurs = !path.includes("node_modules/") || entry.link === true;
    // A bundled package is covered by the checksum of its parent's archive.
    if (!isOurs && !entry.integrity && !entry.inBundle) problems.push(`${path} has no integrity`);
    if (!isOurs && entry.resolved) problems.push(`${path} names a registry: remove "resolved"`);
    const name = path.split("node_modules/").at(-1);
    if (entry.hasInstallScript && typeof allowScripts[name] !== "boolean")
      problems.push(`${path} has an install script: allow or deny it in "allowScripts" of package.json`);
    // npm ci refuses the lockfile on every machine if an optional package of another platform is missing.
    for (const [optional, version] of Object.entries(entry.optionalDependencies ?? {}))
      if (!isLocked(packages, path, optional))
        problems.push(`${optional}@${version}, needed by ${path}, is missing`);
  }
  return problems;
}

/** Searches each node_modules from the inside out, as Node does. */
function isLocked(packages, from, name) {
  for (let path = from; ; path = path.slice(0, Math.max(path.lastIndexOf("/node_modules/"), 0))) {
    if (packages[join(path, "node_modules", name)]) return true;
    if (path === "") return false;
  }
}

/** Returns the paths of installed packages in the format of the lockfile. */
export function installedPackages(directory = "node_modules") {
  if (!existsSync(inRoot(directory))) return [];
  const names = readdirSync(inRoot(directory), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .flatMap(({ name }) =>
      name.startsWith("@") ? readdirSync(inRoot(directory, name)).map((inner) => `${name}/${inner}`) : [name],
    );
  return names.flatMap((name) => {
    const path = `${directory}/${name}`;
    return [path, ...installedPackages(`${path}/node_modules`)];
  });
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const { allowScripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const unlocked = installedPackages().filter((path) => !packages[path] || packages[path].extraneous);
  const problems = [
    ...errorsInLockfile(packages, allowScripts),
    ...unlocked.map((path) => `${path} is installed but not in the lockfile: run npm ci`),
  ];
  for (const problem of problems) process.stderr.write(`package-lock.json: ${problem}\n`);
  if (problems.length > 0) process.exit(1);
}
