import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../setup/paths.mjs";
import { npm } from "./npm.mjs";

/** Returns the part of the lockfile that a manifest needs, and its SBOM in CycloneDX format. */
export function lock(manifest) {
  const parent = mkdtempSync(join(tmpdir(), "posthouse-lock-"));
  // npm names the SBOM after the directory.
  const directory = join(parent, manifest.name);
  try {
    mkdirSync(directory);
    writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));
    copyFileSync(inRoot("package-lock.json"), join(directory, "package-lock.json"));
    npm(directory, "install", "--package-lock-only", "--ignore-scripts", "--omit-lockfile-registry-resolved");
    const lockfile = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8"));
    const sbom = npm(directory, "sbom", "--sbom-format", "cyclonedx", "--package-lock-only");
    return { lockfile, sbom };
  } finally {
    rmSync(parent, { recursive: true });
  }
}
