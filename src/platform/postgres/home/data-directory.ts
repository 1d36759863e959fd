import { access, chown, constants, lstat, mkdir, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";

const IS_ROOT = process.getuid?.() === 0;

/**
 * Creates the data directory if necessary, accessible to its owner only, and returns its real path. Files that root creates
 * in another user's directory belong to that user, who can then start the program too.
 */
export async function openDataDirectory(path: string): Promise<string> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    const dataDir = await realpath(path);
    if (made && IS_ROOT) await inherit(resolve(made), dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDir;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EmbeddedPostgresError(
      `the data directory ${resolve(path)} is not writable (${code}): set DATA_DIR to a writable one, or correct its owner`,
      { cause: error },
    );
  }
}

/** Gives files that root created to the directory's owner. */
export async function giveToOwner(dataDir: string, files: readonly string[]): Promise<void> {
  if (!IS_ROOT) return;
  const { uid, gid } = await stat(dataDir);
  for (const file of files) if ((await lstat(file)).isFile()) await chown(file, uid, gid);
}

async function inherit(first: string, last: string): Promise<void> {
  const { uid, gid } = await stat(dirname(first));
  for (let path = last; path.length >= first.length; path = dirname(path)) await chown(path, uid, gid);
}
