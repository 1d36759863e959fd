import { expect, inject, onTestFinished, test } from "vitest";
import { databaseUrl, runSql } from "../../../test/harness/database.ts";
import { newId } from "../ids/index.ts";
import { migrate } from "./index.ts";

/** Creates a database that lists these migrations as applied. */
async function createMigrated(...names: string[]): Promise<string> {
  const server = inject("postgresUrl");
  const name = `migrated_${newId().replaceAll("-", "")}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  onTestFinished(() => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = databaseUrl(server, name);
  await runSql(
    url,
    "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())",
  );
  for (const applied of names)
    await runSql(url, `INSERT INTO schema_migrations (name) VALUES ('${applied}')`);
  return url;
}

test("a database of a development version is not changed, and the error gives the next step", async () => {
  const url = await createMigrated("0001_accounts.sql", "0002_emails.sql", "0031_standard_names.sql");
  await expect(migrate(url)).rejects.toThrow(
    /^the database was created by a development version before 0\.1\.0 \(0001_accounts\.sql\) .* empty database or another DATA_DIR/,
  );
  await expect(runSql(url, "SELECT 1 FROM accounts")).rejects.toThrow("does not exist");
});

test("a database of a newer version is not changed (F20)", async () => {
  const url = await createMigrated("9999_future.sql");
  await expect(migrate(url)).rejects.toThrow("migrated by a newer Posthouse (9999_future.sql)");
  await expect(runSql(url, "SELECT 1 FROM accounts")).rejects.toThrow("does not exist");
});
