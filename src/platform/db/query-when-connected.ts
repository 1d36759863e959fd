import pg from "pg";
import { isUnavailable } from "./classify-error.ts";

/**
 * `pool.query` for a statement that depends on the data that the server already has. The statement is built only when a
 * connection is available, because the server may be replaced by another one while the caller waits.
 */
export async function queryWhenConnected<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  makeStatement: () => pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const { rows } = await client.query<Row>(makeStatement());
    isUsable = true;
    return rows;
  } catch (error) {
    isUsable = error instanceof pg.DatabaseError && !isUnavailable(error);
    throw error;
  } finally {
    client.release(!isUsable);
  }
}
