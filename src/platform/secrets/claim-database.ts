import type { Database } from "../db/index.ts";
import type { InstanceSecrets } from "./instance-secrets.ts";
import { SecretKeyError } from "./secret-key-error.ts";

type Given = {
  secrets: Pick<InstanceSecrets, "fingerprint">;
  /** Whether the database holds anything that is worth less with another key. */
  holdsSealed: () => Promise<boolean>;
};

/**
 * Notes in the database whose key its nodes have. Throws SecretKeyError where another one is noted and in use: a node with a key
 * of its own could neither sign mail nor know the addresses of the others again.
 */
export async function claimDatabase({ pool }: Database, { secrets, holdsSealed }: Given): Promise<void> {
  const own = secrets.fingerprint();
  const { rows } = await pool.query<{ fingerprint: string }>(
    `INSERT INTO instance_key (fingerprint) VALUES ($1)
     ON CONFLICT (only_one) DO UPDATE SET fingerprint = instance_key.fingerprint
     RETURNING fingerprint`,
    [own],
  );
  if (rows[0]?.fingerprint === own) return;
  if (await holdsSealed())
    throw new SecretKeyError(
      "this database belongs to another secret key, with which private keys are sealed and the links in mail are signed: set SECRET_KEY to it, or copy secret.key from the DATA_DIR of the node that made it; if it is lost for good, run posthouse admin adopt-key",
    );
  await noteKey({ pool }, secrets);
}

/** This key is the one from now on. What was sealed with the one of before stays unreadable. */
export async function noteKey(
  { pool }: Pick<Database, "pool">,
  secrets: Pick<InstanceSecrets, "fingerprint">,
): Promise<void> {
  await pool.query("UPDATE instance_key SET fingerprint = $1, noted_at = now()", [secrets.fingerprint()]);
}
