import { access, constants, lchown, mkdir, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";

/**
 * Creates the data directory if necessary, accessible to its owner only, and returns its real path. Files that root creates
 * in another user's directory belong to that user, who can then start the program too.
 */
export async function openDataDirectory(path: string): Promise<string> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    const dataDir = await realpath(path);
    if (made && process.getuid?.() === 0) await inherit(resolve(made), dataDir);
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

async function inherit(first: string, last: string): Promise<void> {
  const { uid, gid } = await stat(dirname(first));
  for (let path = last; path.length >= first.length; path = dirname(path)) await lchown(path, uid, gid);
}
