import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A quarter of what there is to copy: tools that check, and neither build nor serve; and what other tests are just building. */
const NOT_FOR_STARTING = [
  ".cache",
  "@biomejs",
  "@typescript",
  "@swc",
  "@oxc-parser",
  "@oxc-resolver",
  "playwright-core",
];

const root = fileURLToPath(new URL("../../../", import.meta.url));

export type Checkout = {
  path: string;
  /** Resets the checkout to its state before the first start. */
  forgetBuilds(): Promise<void>;
  /** All of it, with the directory around it, which others may not enter. */
  giveTo(uid: number): void;
  remove(): Promise<void>;
};

/**
 * The working tree as a clone would have it, in a directory that others may not enter and whose path has spaces. The
 * packages are copied, for downloading them again takes a minute; nothing is built.
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
    // A file that was removed but not committed is listed and not there.
    await cp(join(root, file), join(path, file)).catch(ignoreMissing);
  }
  copyPackages(path);
  const forgetBuilds = async () => {
    for (const built of ["node_modules/.cache", "dashboard/dist", "dist", "data"])
      await rm(join(path, built), { recursive: true, force: true });
  };
  await forgetBuilds();
  return {
    path,
    forgetBuilds,
    giveTo: (uid) => void execFileSync("chown", ["-hR", `${uid}:${uid}`, parent]),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/** No hard links: what a test does to its copy would be done to the packages that run it. */
function copyPackages(path: string): void {
  const excluded = NOT_FOR_STARTING.map((name) => `--exclude=node_modules/${name}`).join(" ");
  const script = `tar -C "$1" -cf - ${excluded} node_modules | tar -C "$2" -xf -`;
  execFileSync("sh", ["-ec", script, "sh", root, path]);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
