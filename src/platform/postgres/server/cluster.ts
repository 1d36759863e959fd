import { randomBytes } from "node:crypto";
import { constants, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { giveCluster } from "../home/give-cluster.ts";
import type { Home } from "../home/home.ts";
import { anyNamedUser, hasName, type Identity } from "../home/identity.ts";
import { runOnce } from "./run-once.ts";

/** The major version of the packages. They cannot open a cluster of another version. */
const MAJOR_VERSION = "18";

/** Only this role can sign in. It is not a superuser, so injected SQL cannot reach the machine. */
const ROLE = "posthouse";
const HOST_RULES = `local all ${ROLE} scram-sha-256\n`;

/** Name of the password's file in the data directory. */
export const PASSWORD_FILE_NAME = "postgres-password";

export type Cluster = Home & { readonly clusterDir: string };

/**
 * Creates the database cluster if there is none. A start that is killed halfway leaves nothing that looks like a cluster.
 */
export async function ensureCluster(
  cluster: Cluster,
  { password }: { password: string },
): Promise<{ made: boolean }> {
  const { clusterDir } = cluster;
  const version = await readFile(join(clusterDir, "PG_VERSION"), "utf8").catch(() => null);
  if (version?.trim() === MAJOR_VERSION) return { made: false };
  if (version !== null)
    throw new EmbeddedPostgresError(
      `${clusterDir} belongs to PostgreSQL ${version.trim()}, this Posthouse uses ${MAJOR_VERSION}: dump the database with the Posthouse version that created it`,
    );
  const making = `${clusterDir}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  if (cluster.identity.runAs) await giveCluster(making, cluster.identity.runAs);
  await initialize({ ...cluster, clusterDir: making }, password);
  await rename(making, clusterDir);
  return { made: true };
}

/** Whether a data directory contains a database. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, "postgres")).catch(() => null)) !== null;
}

/**
 * The password of the database role, created at the first start and stored so that only the owner can read it. Symbolic links are not
 * followed: as root, they would lead the owner of the directory to other users' files.
 */
export async function readOrMakePassword(path: string): Promise<{ password: string; isNew: boolean }> {
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
  const stored = await readFile(path, { encoding: "utf8", flag }).catch(() => null);
  if (stored?.trim()) return { password: stored.trim(), isNew: false };
  const password = randomBytes(24).toString("base64url");
  await rm(`${path}.new`, { force: true });
  await writeFile(`${path}.new`, `${password}\n`, { mode: 0o600, flag: "wx", flush: true });
  await rename(`${path}.new`, path);
  return { password, isNew: true };
}

/** Sets a new password for the role, for a data directory that lost its password file. No server may be running. */
export async function setPassword(cluster: Cluster, password: string): Promise<void> {
  await asNamedUser(cluster, (identity) =>
    runSql(identity, cluster, [`ALTER ROLE ${ROLE} PASSWORD '${password}'`]),
  );
}

async function initialize(cluster: Cluster, password: string): Promise<void> {
  const { clusterDir, binaries } = cluster;
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username=postgres", "--auth=reject", "--no-instructions"];
  await asNamedUser(cluster, async (identity) => {
    const initdb = (...args: string[]) =>
      runOnce(identity, { binary: binaries.initdb, args: ["-D", clusterDir, ...args] });
    await initdb("--no-sync", ...locale, ...access);
    await runSql(identity, cluster, [
      `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
      `GRANT pg_monitor, pg_checkpoint, pg_signal_backend TO ${ROLE}`,
      `CREATE DATABASE ${ROLE} OWNER ${ROLE}`,
    ]);
    // Not as root, because the owner can make the file a symbolic link.
    const write = ["-c", 'printf %s "$1" > "$2"', "sh", HOST_RULES, join(clusterDir, "pg_hba.conf")];
    await runOnce(identity, { binary: "/bin/sh", args: write });
    await initdb("--sync-only");
  });
}

/**
 * initdb and the single-user mode require a uid with a name in /etc/passwd, unlike the server itself. If the uid has no
 * name, a namespace maps it to a named one; if namespaces are forbidden, root temporarily gives the files to a named user.
 */
async function asNamedUser(cluster: Cluster, work: (identity: Identity) => Promise<void>): Promise<void> {
  const { identity, clusterDir, mayNamespace } = cluster;
  if (hasName(identity)) return work(identity);
  const renamed = { ...identity, seenAs: anyNamedUser() };
  if (mayNamespace && hasName(renamed)) return work(renamed);
  if (!identity.runAs)
    throw new EmbeddedPostgresError(
      `uid ${process.getuid?.()} has no name in /etc/passwd, but PostgreSQL requires one: use a named user, or set DATABASE_URL`,
    );
  await giveCluster(clusterDir, anyNamedUser());
  try {
    await work({ runAs: anyNamedUser() });
  } finally {
    await giveCluster(clusterDir, identity.runAs);
  }
}

/** Runs SQL without a server and without a password; one statement per line. */
async function runSql(
  identity: Identity,
  { binaries, clusterDir }: Cluster,
  statements: readonly string[],
): Promise<void> {
  const args = ["--single", "-D", clusterDir, "postgres"];
  await runOnce(identity, { binary: binaries.postgres, args, input: `${statements.join("\n")}\n` });
}
