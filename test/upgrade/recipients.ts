import pg from "pg";

export type StoredRecipient = {
  key: string;
  address: string;
  state: string;
  attempt: number;
  /** Due within the hour, so that a worker sends it. */
  due: boolean;
};

/** All recipients, in the order of their emails. */
export async function loadRecipients(url: string): Promise<StoredRecipient[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<StoredRecipient>(
      `SELECT email_id || '/' || position AS key, address, state, attempt,
         coalesce(due_at < now() + interval '1 hour', false) AS due
       FROM recipients ORDER BY email_id, position`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
