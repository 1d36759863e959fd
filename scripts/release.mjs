/**
 * `npm run release`: makes the npm package from a clean clone of the last commit, tries it, and leaves it in release/ with its SBOM,
 * licences and checksums. Publishes nothing. `--draft`: skips the checks of the version's changelog and migrations.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { problemsOfRelease } from "./release/problems-of-release.mjs";
import { tryPackage } from "./release/try-package.mjs";
import { inRoot, root } from "./setup/paths.mjs";
import { say } from "./setup/set-up-error.mjs";

const { values } = parseArgs({ options: { draft: { type: "boolean", default: false } } });
const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

const problems = [...uncommitted(), ...(values.draft ? [] : problemsOfRelease(version))];
for (const problem of problems) say(`release: ${problem}`);
if (problems.length > 0) process.exit(1);

const release = inRoot("release");
rmSync(release, { recursive: true, force: true });
mkdirSync(release);
makeInClone();
await tryPackage(join(release, `posthouse-${version}.tgz`));
say(`Posthouse ${version} is ready in ${release}`);

function uncommitted() {
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  return changed ? ["there are uncommitted changes; commit or stash them"] : [];
}

/** The clone sets itself up as a user's would. */
function makeInClone() {
  const clone = mkdtempSync(join(tmpdir(), "posthouse-release-"));
  try {
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
    execFileSync(process.execPath, ["scripts/make-package.mjs", release], { cwd: clone, stdio: [0, 2, 2] });
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
