import pg from "pg";
import { isUnavailable } from "./is-unavailable.ts";

/**
 * `pool.query` for a statement that leaves out what a server is known to have: it is made when its connection is there. One that
 * waits for its connection may get a new one, to a server that took the place of the first.
 */
export async function queryWhenConnected<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  makeStatement: () => pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect();
  let isSound = false;
  try {
    const { rows } = await client.query<Row>(makeStatement());
    isSound = true;
    return rows;
  } catch (error) {
    isSound = error instanceof pg.DatabaseError && !isUnavailable(error);
    throw error;
  } finally {
    client.release(!isSound);
  }
}
