import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { giveToOwner } from "../files/index.ts";
import { SecretKeyError } from "./secret-key-error.ts";

const FILE_NAME = "secret.key";
const KEY_BYTES = 32;
/** A shorter file is truncated or contains something else. */
const MIN_CHARACTERS = 32;

/**
 * The key of this data directory, as text that SECRET_KEY accepts too. The first call creates it. If several processes call
 * it at once, only one of them creates the key.
 */
export function keepMasterKey(dataDir: string): string {
  const path = join(dataDir, FILE_NAME);
  try {
    const key = readKey(path) ?? makeKey(dataDir, path);
    if (key.length >= MIN_CHARACTERS) return key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SecretKeyError(
      `${path} cannot be read or created (${code}): correct its owner, or set SECRET_KEY`,
      {
        cause: error,
      },
    );
  }
  throw new SecretKeyError(`${path} contains no key: restore the original file, or set SECRET_KEY`);
}

/** Returns the key of this data directory, or null if it has none. */
export function findMasterKey(dataDir: string): string | null {
  return readKey(join(dataDir, FILE_NAME));
}

/** Stores the key of a restored backup. A key that is there stays. */
export function storeMasterKey(dataDir: string, key: string): void {
  writeKey(dataDir, join(dataDir, FILE_NAME), key);
}

function readKey(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function makeKey(dataDir: string, path: string): string {
  writeKey(dataDir, path, randomBytes(KEY_BYTES).toString("base64url"));
  return readFileSync(path, "utf8").trim();
}

/** link(2) succeeds for only one process. The file gets its name only when it is complete and on disk. */
function writeKey(dataDir: string, path: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(temporaryPath, `${key}\n`, {
    mode: 0o600,
    flush: true,
  });
  try {
    giveToOwner(dataDir, [temporaryPath]);
    linkSync(temporaryPath, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}
