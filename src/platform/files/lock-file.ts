import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** SQLITE_BUSY */
const busy = 5;

/**
 * Holds a file, made if it is not there, for this process alone; null while another process holds it. Node has no file locks of its
 * own, but SQLite has: the kernel gives this one back however the process ends, kill -9 included, which no file with a pid in it
 * can promise. It also holds between containers that share the file.
 */
export function lockFile(path: string): { release(): void } | null {
  makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    // No file beside it: nothing is ever written.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return {
      release: () => {
        if (database.isOpen) database.close();
      },
    };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    return null;
  }
}

/** Before SQLite would make it readable: whoever can read it could hold it. One that is there is not opened: closing it ends our own lock. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
