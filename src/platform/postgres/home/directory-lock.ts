import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DirectoryInUseError } from "../embedded-postgres-error.ts";

/** SQLITE_BUSY */
const busy = 5;

/**
 * Holds a data directory for this process alone. Node has no file locks of its own, but SQLite has: the kernel gives this
 * one back however the process ends, kill -9 included, which no file with a pid in it can promise.
 */
export function lockDirectory(dataDir: string): { release(): void } {
  const path = join(dataDir, "lock");
  // Before SQLite would make it readable: whoever can read it could hold it.
  closeSync(openSync(path, "a", 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec("BEGIN EXCLUSIVE");
    return {
      release: () => {
        if (database.isOpen) database.close();
      },
    };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new DirectoryInUseError(
      `another Posthouse is running on ${dataDir}: stop it, or give this one a DATA_DIR and PORT of its own`,
    );
  }
}
