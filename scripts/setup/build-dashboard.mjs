import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot, root, toolEnvironment } from "./paths.mjs";
import { SetUpError, say } from "./set-up-error.mjs";

const stamp = inRoot("node_modules/.cache/posthouse-dashboard");

/** vite build, unless what it would be made from is what it was made from. True if it did something. */
export async function buildDashboard() {
  const wanted = hashOfSources();
  const isThere = existsSync(inRoot("dashboard/dist/index.html"));
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  say("Building the dashboard …");
  rmSync(stamp, { force: true });
  const vite = inRoot("node_modules/.bin/vite");
  const built = spawnSync(vite, ["build", "dashboard", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...toolEnvironment(), NODE_ENV: "production" },
  });
  if (built.error) throw built.error;
  if (built.signal) process.exit(1);
  if (built.status !== 0) throw new SetUpError("the dashboard cannot be built (the reason stands above)");
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return true;
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of [
    inRoot("package-lock.json"),
    inRoot("tsconfig.json"),
    ...filesBelow(inRoot("dashboard")),
  ])
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => name !== "dist" && !name.endsWith(".test.ts") && !name.endsWith(".test.tsx"))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
