import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Locks a file for this process, and creates it if necessary. Returns null while another process holds it. Node has no file
 * locks, but SQLite does: the kernel releases this one however the process ends, kill -9 included, which a pid file cannot
 * guarantee. It also works between containers that share the file.
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
 * Creates the file before SQLite would make it readable for everyone, because every reader could lock it. An existing file
 * is not opened: closing it would release our own lock.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
