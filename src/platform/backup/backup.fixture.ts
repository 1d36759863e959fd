import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { databaseUrl, runSql } from "../../../test/harness/database.ts";
import { newId } from "../ids/index.ts";

/** A database without any table. */
export async function emptyDatabase(): Promise<string> {
  const postgresUrl = inject("postgresUrl");
  const name = `empty_${newId().replaceAll("-", "")}`;
  await runSql(postgresUrl, `CREATE DATABASE ${name} STRATEGY file_copy`);
  onTestFinished(() => runSql(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  return databaseUrl(postgresUrl, name);
}

/** Every row of every table as text, the state of every sequence, and the triggers. */
export async function contentsOf(connectionString: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: relations } = await client.query<{ name: string; row: string }>(
      `SELECT relname AS name, CASE relkind WHEN 'S' THEN 'concat(last_value, '' '', is_called)' ELSE 't::text' END AS row
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') AND relname <> 'schema_migrations'
       ORDER BY 1`,
    );
    const contents: Record<string, unknown> = {};
    for (const { name, row } of relations) {
      const { rows } = await client.query({
        text: `SELECT ${row} FROM "${name}" t ORDER BY 1`,
        rowMode: "array",
      });
      contents[name] = rows.flat();
    }
    const triggers = "SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1";
    contents.triggers = (await client.query(triggers)).rows;
    return contents;
  } finally {
    await client.end();
  }
}
