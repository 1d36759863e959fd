/**
 * `npm run release`: makes the npm packages posthouse and @posthouse/client from a clean clone of the last commit, tries them, and
 * leaves them in release/ with SBOM, licenses and checksums. Publishes nothing. `--draft`: skips the checks of the changelog, the
 * versions and the migrations, and, without root, the global installation.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packClient } from "./release/pack-client.mjs";
import { problemsOfRelease } from "./release/problems-of-release.mjs";
import { bytesBelow, checkSize } from "./release/size.mjs";
import { tryClient } from "./release/try-client.mjs";
import { tryPackage } from "./release/try-package.mjs";
import { inRoot, root } from "./setup/paths.mjs";
import { say } from "./setup/set-up-error.mjs";

/** node_modules after `npm start`. With the headers of Node or the tools for tests, it would be above: decision 60. */
const MOST_MB_OF_CLONE = 450;

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
say(
  values.draft
    ? `A draft of Posthouse ${version} is in ${release}: do not publish it`
    : `Posthouse ${version} is ready in ${release}`,
);

function uncommitted() {
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  return changed ? ["there are uncommitted changes; commit or stash them"] : [];
}

/** The clone sets itself up as a user's would. */
function makeInClone() {
  const clone = mkdtempSync(join(tmpdir(), "posthouse-release-"));
  try {
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
    const run = (...args) => execFileSync(process.execPath, args, { cwd: clone, stdio: [0, 2, 2] });
    run("scripts/make-package.mjs", release);
    checkSize("node_modules after npm start", {
      bytes: bytesBelow(join(clone, "node_modules")),
      mostMb: MOST_MB_OF_CLONE,
    });
    // The client is built by TypeScript, which starting does not need.
    run("scripts/install-tools.mjs");
    const client = packClient(clone, release);
    tryClient(join(release, client), { version, tsc: join(clone, "node_modules/.bin/tsc") });
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
