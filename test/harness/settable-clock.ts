import { type Database, openDatabase } from "../../src/platform/db/index.ts";
import { openTestDatabase } from "./database.ts";

/** A test database whose clock can be set: statements see `now()` of the schema `public`, ahead of the real one. */
export async function openDatabaseWithClock(): Promise<{
  database: Database;
  setForward: (interval: string) => Promise<void>;
}> {
  const { pool, connectionString } = await openTestDatabase();
  await pool.query(`
    CREATE TABLE clock_step AS SELECT interval '0' AS step;
    CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + step FROM public.clock_step';
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
  const database = openDatabase(connectionString, { max: 6 });
  return {
    database,
    setForward: async (interval) => {
      await pool.query("UPDATE clock_step SET step = $1::interval", [interval]);
    },
  };
}
