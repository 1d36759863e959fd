import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

type Installed = { packages: Record<string, { dev?: boolean }> };

export type Checkout = {
  path: string;
  /** Changes the owner of the checkout and of its parent directory, which other users may not enter. */
  giveTo(uid: number): void;
  remove(): Promise<void>;
};

/**
 * Copies the working tree, as in a clone, into a directory that other users may not enter and whose path contains spaces. The
 * packages that starting needs are copied too, because downloading them takes a minute. Nothing is built.
 */
export async function copyCheckout(): Promise<Checkout> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "posthouse check out ")));
  const path = join(parent, "clone");
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    // A file whose removal is not committed is listed but does not exist.
    await cp(join(root, file), join(path, file)).catch(ignoreMissing);
  }
  await copyPackages(path);
  for (const built of ["node_modules/.cache", "dashboard/dist", "dist", "data"])
    await rm(join(path, built), { recursive: true, force: true });
  return {
    path,
    giveTo: (uid) => void execFileSync("chown", ["-hR", `${uid}:${uid}`, parent]),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/**
 * Copies the packages that `npm ci --omit=dev` installs, and its list of them. No hard links: a change in the copy would also change
 * the packages that run the tests.
 */
async function copyPackages(path: string): Promise<void> {
  const list = join("node_modules", ".package-lock.json");
  const installed: Installed = JSON.parse(await readFile(join(root, list), "utf8"));
  const isForTests = ([, { dev }]: [string, { dev?: boolean }]) => dev === true;
  const entries = Object.entries(installed.packages);
  // Other tests write to the cache meanwhile.
  const ours = ["node_modules/.cache", "node_modules/.posthouse-installed"];
  const leftOut = [...entries.filter(isForTests).map(([name]) => name), ...ours];
  const excluded = join(path, "..", "left-out");
  await writeFile(excluded, leftOut.join("\n"));
  const script = 'tar -C "$1" -cf - --anchored --exclude-from="$3" node_modules | tar -C "$2" -xf -';
  execFileSync("sh", ["-ec", script, "sh", root, path, excluded]);
  const packages = Object.fromEntries(entries.filter((entry) => !isForTests(entry)));
  await writeFile(join(path, list), JSON.stringify({ ...installed, packages }));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
