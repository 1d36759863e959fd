import { chmodSync, cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildDashboard } from "../setup/build-dashboard.mjs";
import { buildServer } from "../setup/build-server.mjs";
import { inRoot } from "../setup/paths.mjs";

const FILES = {
  "bin/posthouse.mjs": "scripts/release/package/posthouse.mjs",
  "bin/become.mjs": "scripts/setup/become.mjs",
  "bin/node-packages.mjs": "scripts/setup/node-packages.mjs",
  "bin/problem-of-node.mjs": "scripts/setup/problem-of-node.mjs",
  "dashboard/dist": "dashboard/dist",
  deploy: "deploy",
  migrations: "migrations",
  "CHANGELOG.md": "CHANGELOG.md",
  LICENSE: "LICENSE",
  "README.md": "README.md",
};

/** Builds what is out of date, and writes the npm package into a directory, without its package.json and other packages. */
export async function copyFiles(directory) {
  await buildDashboard();
  const { program } = await buildServer();
  const files = { ...FILES, "dist/server": dirname(program).slice(inRoot("").length) };
  for (const [to, from] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, to)), { recursive: true });
    cpSync(inRoot(from), join(directory, to), { recursive: true });
  }
  chmodSync(join(directory, "bin/posthouse.mjs"), 0o755);
}
