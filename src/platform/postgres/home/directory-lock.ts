import { join } from "node:path";
import { giveToOwner, lockFile } from "../../files/index.ts";
import { DirectoryInUseError } from "../embedded-postgres-error.ts";

type Lock = { release(): void };

/** Locks a data directory for the process that runs PostgreSQL in it: a server, or a command beside none. */
export function lockDirectory(dataDir: string): Lock {
  return lockFile(join(dataDir, "lock")) ?? refuse(dataDir);
}

/** Locks a data directory for a server. While a command runs PostgreSQL in it, the server has only this lock. */
export function lockForServer(dataDir: string): Lock {
  const path = join(dataDir, "server.lock");
  const lock = lockFile(path) ?? refuse(dataDir);
  giveToOwner(dataDir, [path]);
  return lock;
}

function refuse(dataDir: string): never {
  throw new DirectoryInUseError(
    `another Posthouse is running on ${dataDir}: stop it, or set another DATA_DIR and PORT for this one`,
  );
}
