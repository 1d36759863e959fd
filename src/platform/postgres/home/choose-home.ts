import { execFileSync } from "node:child_process";
import { chmod, cp, lstat, mkdtemp, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Binaries, binariesIn, locateBinaries } from "../binaries.ts";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { giveCluster } from "./give-cluster.ts";
import type { Home } from "./home.ts";
import { anyNamedUser, canRun, type Identity, type User } from "./identity.ts";

/** An unused uid: Debian assigns 60000–64999 to packages on request, useradd starts at 1000. */
const SPARE_USER: User = { uid: 64_711, gid: 64_711 };

/** Every uid can enter this directory, unlike a data directory below /root. */
const OTHER_HOME_PREFIX = "/var/lib/posthouse-";

export async function chooseHome(
  dataDir: string,
  { forbidNamespace = false }: { forbidNamespace?: boolean },
): Promise<Home> {
  const mayNamespace = !forbidNamespace;
  const inPlace = { binaries: locateBinaries(), directory: dataDir, mayNamespace };
  if (process.getuid?.() !== 0) return { ...inPlace, identity: {} };
  const { uid, gid } = await stat(dataDir);
  if (uid !== 0) return makeHomeFor({ uid, gid }, inPlace);
  const moved = await movedCluster(dataDir);
  const namespace: Identity = { seenAs: anyNamedUser() };
  const mayEnter = { binary: inPlace.binaries.postgres, directory: moved ?? dataDir };
  if (mayNamespace && canRun(namespace, mayEnter)) return { ...inPlace, identity: namespace };
  return makeHomeFor(SPARE_USER, { ...inPlace, directory: moved ? dirname(moved) : dataDir });
}

/**
 * The cluster's directory if an earlier start put it outside the data directory, where a link points to it; otherwise null.
 */
async function movedCluster(dataDir: string): Promise<string | null> {
  return await readlink(join(dataDir, "postgres")).catch(() => null);
}

async function makeHomeFor(user: User, home: Omit<Home, "identity">): Promise<Home> {
  const identity: Identity = { runAs: user };
  if (!canRun(identity, { binary: "/bin/true", directory: "/" }))
    throw new EmbeddedPostgresError(
      "PostgreSQL does not run as root, and neither user namespaces nor other uids are available: start as an ordinary user, or set DATABASE_URL",
    );
  const directory = await enterableDirectory(identity, home.directory);
  await giveCluster(join(directory, "postgres"), user);
  const binaries = await enterableBinaries(identity, { binaries: home.binaries, home: directory });
  return { ...home, identity, directory, binaries };
}

/**
 * Allows every user to enter root's data directory, but not to list it. If a parent directory is closed, another directory
 * is used.
 */
async function enterableDirectory(identity: Identity, directory: string): Promise<string> {
  if ((await stat(directory)).uid === 0) await chmod(directory, 0o711);
  if (canRun(identity, { binary: "/bin/true", directory })) return directory;
  const cluster = join(directory, "postgres");
  if (await lstat(cluster).catch(() => null))
    throw new EmbeddedPostgresError(
      `PostgreSQL runs under its own uid, which cannot enter ${directory}: move it to a directory that every user can enter, and set DATA_DIR`,
    );
  const home = await mkdtemp(OTHER_HOME_PREFIX);
  await chmod(home, 0o711);
  await symlink(join(home, "postgres"), cluster);
  return home;
}

async function enterableBinaries(
  identity: Identity,
  { binaries, home }: { binaries: Binaries; home: string },
): Promise<Binaries> {
  if (canRun(identity, { binary: binaries.postgres, directory: home })) return binaries;
  const copy = join(home, "postgresql");
  const making = `${copy}.making`;
  await rm(making, { recursive: true, force: true });
  await cp(binaries.root, making, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", making]);
  await rm(copy, { recursive: true, force: true });
  await rename(making, copy);
  return binariesIn(copy);
}
