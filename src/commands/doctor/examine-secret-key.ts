import type { Config } from "../../config.ts";
import { type Finding, failed, ok } from "../../features/health/index.ts";
import type { Database } from "../../platform/db/index.ts";
import {
  findFingerprint,
  findMasterKey,
  openInstanceSecrets,
  SecretKeyError,
} from "../../platform/secrets/index.ts";

/** The server does not start with another key than that of the database. `database` null: there is none yet. */
export async function examineSecretKey(
  { secretKey, dataDir }: Config,
  database: Database | null,
): Promise<Finding> {
  const next =
    "set SECRET_KEY to the former key, or copy secret.key from a backup to DATA_DIR; if it is lost: posthouse admin adopt-key";
  try {
    const key = secretKey ?? findMasterKey(dataDir);
    const recorded = database && (await findFingerprint(database));
    if (key === null)
      return recorded === null
        ? ok("the secret key is created at the first start")
        : failed("the secret key of the database is missing", next);
    // Throws if the file contains no key.
    const fingerprint = openInstanceSecrets({ dataDir, key: secretKey }).fingerprint();
    if (recorded !== null && recorded !== fingerprint)
      return failed("the database belongs to another secret key", next);
    return ok(`the secret key is ${secretKey === null ? "in DATA_DIR" : "SECRET_KEY"}`);
  } catch (error) {
    if (error instanceof SecretKeyError) return failed(error.message, next);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EISDIR")
      return failed(
        `secret.key in ${dataDir} cannot be read (${code})`,
        "correct its owner, or run this as the server's user",
      );
    throw error;
  }
}
