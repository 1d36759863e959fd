import { randomBytes } from "node:crypto";
import { chownSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SecretKeyError } from "./secret-key-error.ts";

const fileName = "secret.key";
const keyBytes = 32;
/** A file that holds less was cut off, or is something else. */
const leastCharacters = 32;

/** The key that this data directory keeps, as text that SECRET_KEY takes too. Made at the first call, by one process of those that ask at once. */
export function keepMasterKey(dataDir: string): string {
  const path = join(dataDir, fileName);
  try {
    const key = readKey(path) ?? makeKey(dataDir, path);
    if (key.length >= leastCharacters) return key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SecretKeyError(
      `${path} cannot be read or made (${code}): correct its owner, or set SECRET_KEY`,
      {
        cause: error,
      },
    );
  }
  throw new SecretKeyError(`${path} holds no key: put back the one that was there, or set SECRET_KEY`);
}

function readKey(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** link(2) succeeds for one process only, and shows the file when it is whole and on the disk. */
function makeKey(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const own = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(own, `${randomBytes(keyBytes).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    giveToOwner(dataDir, own);
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}

/** What root makes in another user's directory belongs to that user, who can then start the program too. */
function giveToOwner(dataDir: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  chownSync(path, uid, gid);
}
