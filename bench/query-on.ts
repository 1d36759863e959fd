import pg from "pg";
import type { Posthouse } from "../test/harness/posthouse.ts";

/** Runs one statement on an instance's database, on a connection of its own. */
export async function queryOn<T extends object>(posthouse: Posthouse, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: posthouse.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}
