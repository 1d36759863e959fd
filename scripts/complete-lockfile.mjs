/**
 * `node scripts/complete-lockfile.mjs`, after npm install: npm leaves binaries of other platforms out of the lockfile when
 * the registry of the day does not have them, and npm ci then refuses the lockfile everywhere. This adds what is missing by
 * name and version. npm fills in the checksums when it is run where those packages can be had.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./setup/paths.mjs";

const path = inRoot("package-lock.json");
const systems = ["darwin", "linux", "win32", "freebsd", "android", "openharmony"];
const processors = ["arm64", "arm", "x64", "ia32", "ppc64", "s390x", "riscv64", "loong64", "wasm32"];

/** Entries for optional dependencies that the lockfile's packages name and the lockfile lacks, by path. */
export function missingEntries(packages) {
  const missing = {};
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const top = `node_modules/${name}`;
      if (packages[`${parent}/${top}`] || packages[top]) continue;
      missing[top] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
    }
  return missing;
}

/** From the name, as all these packages are named: npm skips what does not fit the machine. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : [];
  return { ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }), ...(libc.length > 0 && { libc }) };
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const lockfile = JSON.parse(readFileSync(path, "utf8"));
  const added = missingEntries(lockfile.packages);
  const [[rootPath, rootEntry], ...others] = Object.entries({ ...lockfile.packages, ...added });
  const sorted = others.sort(([a], [b]) => a.localeCompare(b, "en"));
  lockfile.packages = Object.fromEntries([[rootPath, rootEntry], ...sorted]);
  writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
  process.stdout.write(`${Object.keys(added).length} entries added\n`);
}
