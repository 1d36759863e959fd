import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Locks a file for this process, and creates it if necessary. Returns null while another process holds the lock. Node has
 * no file locks, so SQLite takes one. Unlike a pid file, the kernel releases it however the process ends, even after kill
 * -9, and it also works between containers that share the file.
 */
export function lockFile(path: string): { release(): void } | null {
  makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    // No journal file: nothing is ever written.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return {
      release: () => {
        if (database.isOpen) database.close();
      },
    };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return null;
  }
}

/**
 * Creates the file with mode 0600. SQLite would make it readable for all users, and every user who can read it can lock it.
 * An existing file is not opened, because closing it would release a lock that this process holds.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
