import { sql } from "kysely";
import type { Database, Db } from "../db/index.ts";
import type { InstanceSecrets } from "./instance-secrets.ts";
import { SecretKeyError } from "./secret-key-error.ts";

type Secrets = Pick<InstanceSecrets, "fingerprint">;

/**
 * Records in the database which secret key its nodes use. Throws SecretKeyError when another key is recorded: a node with a different
 * key could neither sign mail nor recognize addresses and links that other nodes signed. One statement, so that of several nodes that
 * start at once on an empty database, only those with the key of the first one go on.
 */
export async function claimDatabase({ pool }: Database, secrets: Secrets): Promise<void> {
  const fingerprint = secrets.fingerprint();
  const { rows } = await pool.query<{ fingerprint: string }>(
    `INSERT INTO instance_key (fingerprint) VALUES ($1)
     ON CONFLICT (only_one) DO UPDATE SET fingerprint = instance_key.fingerprint
     RETURNING fingerprint`,
    [fingerprint],
  );
  if (rows[0]?.fingerprint !== fingerprint) throw new SecretKeyError(OTHER_KEY);
}

/** The fingerprint of the key that the database belongs to. Null: it belongs to none yet, or is unavailable. */
export async function findFingerprint({ pool }: Database): Promise<string | null> {
  const found = await pool
    .query<{ fingerprint: string }>("SELECT fingerprint FROM instance_key")
    .catch(() => ({ rows: [] }));
  return found.rows[0]?.fingerprint ?? null;
}

/** Why a node with this key must not use the database; null: it may, or the database is unavailable. */
export async function otherKey(database: Database, secrets: Secrets): Promise<string | null> {
  const recorded = await findFingerprint(database);
  return recorded === null || recorded === secrets.fingerprint() ? null : OTHER_KEY;
}

/** Records this key as the current one. Returns whether it was another one. Data sealed with the former key stays unreadable. */
export async function adoptKey(db: Db, secrets: Secrets): Promise<boolean> {
  const fingerprint = secrets.fingerprint();
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO instance_key AS k (fingerprint) VALUES (${fingerprint})
    ON CONFLICT (only_one) DO UPDATE SET fingerprint = excluded.fingerprint, noted_at = now()
    WHERE k.fingerprint <> excluded.fingerprint`.execute(db);
  return numAffectedRows > 0n;
}

const OTHER_KEY =
  "this database belongs to another secret key, which encrypts private keys and signs links in mail: set SECRET_KEY to that key, or copy secret.key from the DATA_DIR of the node that created the database. If that key is lost, or nothing was sent yet, stop all nodes and run posthouse admin adopt-key";
