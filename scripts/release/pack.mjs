import { npm } from "./npm.mjs";

/** Packs a directory into an archive, and returns its file name. Throws if npm left out one of the bundled packages. */
export function pack(directory, { target, bundled }) {
  const [{ filename, files }] = JSON.parse(npm(directory, "pack", "--json", "--pack-destination", target));
  const packed = new Set(files.map(({ path }) => path));
  const missing = Object.keys(bundled.packages).filter((path) => path && !packed.has(`${path}/package.json`));
  if (missing.length > 0) throw new Error(`npm pack left out ${missing.join(", ")}`);
  return filename;
}
