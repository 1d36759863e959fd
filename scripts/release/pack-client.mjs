import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checksumLine } from "./checksum-line.mjs";
import { npm } from "./npm.mjs";

/** Packs @posthouse/client of a checkout with tools, adds its checksum to SHA256SUMS, and returns its file name. Its own script builds it. */
export function packClient(checkout, target) {
  const directory = join(checkout, "packages/client");
  npm(directory, "pack", "--pack-destination", target);
  const { version } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const filename = `posthouse-client-${version}.tgz`;
  appendFileSync(join(target, "SHA256SUMS"), checksumLine(target, filename));
  return filename;
}
