/** `node scripts/make-package.mjs DIRECTORY`: builds the npm package of this checkout into a directory, with its SBOM and licenses. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checksumLine } from "./release/checksum-line.mjs";
import { copyFiles } from "./release/copy-files.mjs";
import { copyPackages } from "./release/copy-packages.mjs";
import { listLicenses } from "./release/list-licenses.mjs";
import { lock } from "./release/lock.mjs";
import { bundledManifest, fullManifest, packageManifest, withPeers } from "./release/manifests.mjs";
import { pack } from "./release/pack.mjs";
import { setUp } from "./setup/set-up.mjs";

const target = resolve(process.argv[2] ?? "release");
mkdirSync(target, { recursive: true });
await setUp();

const directory = mkdtempSync(join(tmpdir(), "posthouse-package-"));
try {
  await copyFiles(directory);
  const bundled = lock(bundledManifest()).lockfile;
  copyPackages(directory, bundled);
  const manifest = withPeers(packageManifest(), bundled);
  const all = lock(fullManifest());
  const documents = {
    "licenses.md": listLicenses({ shipped: lock(manifest).lockfile, all: all.lockfile }),
    "sbom.cdx.json": all.sbom,
  };
  const files = { ...documents, "package.json": `${JSON.stringify(manifest, null, 2)}\n` };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const filename = pack(directory, { target, bundled });
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(target, name), text);
  const sums = [filename, ...Object.keys(documents)].map((name) => checksumLine(target, name));
  writeFileSync(join(target, "SHA256SUMS"), sums.join(""));
} finally {
  rmSync(directory, { recursive: true });
}
