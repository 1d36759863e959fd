import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodePackages, platform } from "../setup/node-packages.mjs";
import { say } from "../setup/set-up-error.mjs";
import { fullManifest } from "./manifests.mjs";
import { npm } from "./npm.mjs";
import { withPlainUser } from "./plain-user.mjs";
import { problemsOfDocuments } from "./problems-of-documents.mjs";
import { sendThrough } from "./send-through.mjs";
import { bytesBelow, checkSize, megabytes } from "./size.mjs";

/** Without the pinned Node, which is larger than that: decision 60. */
const MOST_MB = 200;

/**
 * Installs the packed npm package in all ways that users do, and sends an email through each: with npm in an empty directory, with
 * npx, and globally by root for a plain user. Throws.
 */
export async function tryPackage(archive) {
  const directory = mkdtempSync(join(tmpdir(), "posthouse-try-"));
  // For the plain user.
  chmodSync(directory, 0o755);
  try {
    await tryLocal(join(directory, "local"), archive);
    await tryNpx(join(directory, "npx"), archive);
    if (process.getuid?.() === 0) await withPlainUser((user) => tryGlobal(directory, { archive, user }));
    else say("Not tried: a global installation by root, because this is not root");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function tryLocal(directory, archive) {
  mkdirSync(directory);
  writeFileSync(join(directory, "package.json"), "{}");
  npm(directory, "install", archive);
  const modules = join(directory, "node_modules");
  const nodes = readdirSync(modules, { recursive: true }).filter((path) =>
    path.endsWith(join(nodePackages[platform], "bin/node")),
  );
  if (nodes.length !== 1) throw new Error(`${nodes.length} pinned Nodes were installed instead of one`);
  const node = bytesBelow(join(modules, nodes[0], "../.."));
  const bytes = bytesBelow(modules);
  say(`The installed npm package: ${megabytes(bytes)} MB, including ${megabytes(node)} MB for Node`);
  checkSize("The npm package without Node", { bytes: bytes - node, mostMb: MOST_MB });
  checkDocuments(modules);
  // The guides copy it from there.
  accessSync(join(modules, "posthouse/deploy/systemd/posthouse.service"));
  await sendThrough([join(modules, ".bin/posthouse")], { cwd: directory });
  say("npm install: sent an email");
}

/** The packages that npm installed, and those that the files of the package contain. */
function checkDocuments(modules) {
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  const installed = Object.entries(packages)
    .map(([path, { version }]) => ({ name: path.split("node_modules/").at(-1), version }))
    .filter(({ name }) => name !== "posthouse");
  const named = Object.entries(fullManifest().dependencies).map(([name, version]) => ({ name, version }));
  const read = (name) => readFileSync(join(modules, "posthouse", name), "utf8");
  const documents = { sbom: read("sbom.cdx.json"), licenses: read("licenses.md") };
  const problems = problemsOfDocuments([...installed, ...named], documents);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  say(`sbom.cdx.json and licenses.md have all ${installed.length} installed packages`);
}

async function tryNpx(directory, archive) {
  mkdirSync(directory);
  const cache = npm(directory, "config", "get", "cache").trim();
  await sendThrough(["npx", "--yes", "--package", archive, "posthouse"], { cwd: directory, cache });
  say("npx: sent an email");
}

async function tryGlobal(directory, { archive, user }) {
  const prefix = join(directory, "global");
  npm(directory, "install", "--global", "--prefix", prefix, archive);
  const home = join(directory, "home");
  mkdirSync(home);
  spawnSync("chown", [`${user.uid}:${user.gid}`, home]);
  await sendThrough([join(prefix, "bin/posthouse")], { cwd: home, user });
  say(`npm install --global: sent an email as the user ${user.name}`);
}
