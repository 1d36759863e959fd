import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import type { Home } from "./home.ts";

/** unix(7): sun_path holds 108 bytes with the final NUL on Linux, 104 on macOS. */
const longestSocketPath = 103;
const socketName = "/.s.PGSQL.5432";
/** Short, there on every POSIX system, and the same whatever TMPDIR says. */
const elsewhere = "/tmp";

/**
 * A new 0700 directory for the socket: beside the cluster, or below /tmp if that path is too
 * long for a socket. The latter is the same at each start, and refused if somebody else has it. An old one goes: its lock
 * file names a pid that may be another process by now, and no server runs here, as we hold the data directory's lock.
 */
export async function makeSocketDirectory({ identity, directory }: Home): Promise<string> {
  const own = process.getuid?.() ?? 0;
  const path = socketDirectoryPath(directory);
  const found = await lstat(path).catch(() => null);
  if (found && (!found.isDirectory() || ![own, identity.runAs?.uid].includes(found.uid)))
    throw new EmbeddedPostgresError(
      `${path} belongs to somebody else: remove it, or use a DATA_DIR with a shorter path`,
    );
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  await chmod(path, 0o700);
  if (identity.runAs) await chown(path, identity.runAs.uid, identity.runAs.gid);
  return path;
}

export function socketDirectoryPath(directory: string): string {
  const inside = join(directory, "socket");
  if (Buffer.byteLength(inside + socketName) <= longestSocketPath) return inside;
  const digest = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  return join(elsewhere, `posthouse-${digest}`);
}

/** For libpq and for `pg`; the port is that of the socket's name, whatever PGPORT says. */
export function connectionStringFor({
  password,
  socketDir,
}: {
  password: string;
  socketDir: string;
}): string {
  return `postgresql://posthouse:${password}@localhost:5432/posthouse?host=${encodeURIComponent(socketDir)}`;
}
