import pg from "pg";
import { isUnavailable } from "./is-unavailable.ts";

/**
 * `pool.query` for a statement that depends on what the server already has: the statement is built once a connection is
 * available. A statement that waits may get a new connection, to a server that replaced the first one.
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
