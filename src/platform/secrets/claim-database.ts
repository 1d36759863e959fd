import type { Database } from "../db/index.ts";
import type { InstanceSecrets } from "./instance-secrets.ts";
import { SecretKeyError } from "./secret-key-error.ts";

type ClaimOptions = {
  secrets: Pick<InstanceSecrets, "fingerprint">;
  /** Whether the database has data that needs the current key. */
  holdsSealed: () => Promise<boolean>;
};

/**
 * Records in the database which secret key its nodes use. Throws SecretKeyError when another key is recorded and in use: a
 * node with a different key could neither sign mail nor recognise addresses and links that other nodes signed.
 */
export async function claimDatabase(
  { pool }: Database,
  { secrets, holdsSealed }: ClaimOptions,
): Promise<void> {
  const fingerprint = secrets.fingerprint();
  const { rows } = await pool.query<{ fingerprint: string }>(
    `INSERT INTO instance_key (fingerprint) VALUES ($1)
     ON CONFLICT (only_one) DO UPDATE SET fingerprint = instance_key.fingerprint
     RETURNING fingerprint`,
    [fingerprint],
  );
  if (rows[0]?.fingerprint === fingerprint) return;
  if (await holdsSealed())
    throw new SecretKeyError(
      "this database was used with another secret key, which encrypts private keys and signs links in mail: set SECRET_KEY to that key, or copy secret.key from the DATA_DIR of the node that created it. If the key is permanently lost, run posthouse admin adopt-key",
    );
  await noteKey({ pool }, secrets);
}

/** The fingerprint of the key that the nodes of the database use. Null before the first start. */
export async function findFingerprint({ pool }: Pick<Database, "pool">): Promise<string | null> {
  const { rows } = await pool.query<{ fingerprint: string }>("SELECT fingerprint FROM instance_key");
  return rows[0]?.fingerprint ?? null;
}

/** Records this key as the current one. Data sealed with the previous key stays unreadable. */
export async function noteKey(
  { pool }: Pick<Database, "pool">,
  secrets: Pick<InstanceSecrets, "fingerprint">,
): Promise<void> {
  await pool.query("UPDATE instance_key SET fingerprint = $1, noted_at = now()", [secrets.fingerprint()]);
}
