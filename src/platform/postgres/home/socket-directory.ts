import { createHash } from "node:crypto";
import { lchown, lstat, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import type { Home } from "./home.ts";

/** unix(7): sun_path is 108 bytes including the final NUL on Linux, 104 on macOS. */
const MAX_SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = "/.s.PGSQL.5432";
/** Short, present on every POSIX system, and independent of TMPDIR. */
const FALLBACK_DIRECTORY = "/tmp";

/**
 * Creates a 0700 directory for the socket: next to the cluster, or below /tmp if that path is too long for a socket. The
 * path below /tmp is the same at each start, and is refused if another user owns it. An old directory is removed, because
 * its lock file contains a pid that may now belong to another process. No server can be using it, because we hold the lock
 * of the data directory.
 */
export async function makeSocketDirectory({ identity, directory }: Home): Promise<string> {
  const ownUid = process.getuid?.() ?? 0;
  const path = socketDirectoryPath(directory);
  const found = await lstat(path).catch(() => null);
  if (found && (!found.isDirectory() || ![ownUid, identity.runAs?.uid].includes(found.uid)))
    throw new EmbeddedPostgresError(
      `${path} belongs to another user: remove it, or use a DATA_DIR with a shorter path`,
    );
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  // The owner of the parent directory can replace this one with a symbolic link at any time.
  if (identity.runAs) await lchown(path, identity.runAs.uid, identity.runAs.gid);
  return path;
}

export function socketDirectoryPath(directory: string): string {
  const inside = join(directory, "socket");
  if (Buffer.byteLength(inside + SOCKET_NAME) <= MAX_SOCKET_PATH_BYTES) return inside;
  const digest = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  return join(FALLBACK_DIRECTORY, `posthouse-${digest}`);
}

/** The connection string for libpq and `pg`. Its port is the port in the socket's name, so PGPORT has no effect. */
export function connectionStringFor({
  password,
  socketDir,
}: {
  password: string;
  socketDir: string;
}): string {
  return `postgresql://posthouse:${password}@localhost:5432/posthouse?host=${encodeURIComponent(socketDir)}`;
}
