import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { loadDetail } from "../../src/features/emails/index.ts";
import { promoteDue } from "../../src/features/recipients/index.ts";
import { type Database, migrate, openDatabase } from "../../src/platform/db/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { claimReady } from "../harness/claims.ts";
import { databaseUrl, runSql } from "../harness/database.ts";

const migrations = new URL("../../migrations/", import.meta.url);
const name = `upgrade_${newId().replaceAll("-", "")}`;
const accountId = newId();
const keyHash = createHash("sha256").update("ph_old").digest();
let database: Database;

/** The schema of before the message model, with mail that waits and mail that has gone. */
beforeAll(async () => {
  const server = inject("postgresUrl");
  await runSql(server, `CREATE DATABASE ${name}`);
  const url = databaseUrl(server, name);
  const files = (await readdir(migrations)).sort().filter((file) => file < "0006");
  await runSql(
    url,
    "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  for (const file of files) {
    await runSql(url, await readFile(new URL(file, migrations), "utf8"));
    await runSql(url, `INSERT INTO schema_migrations (name) VALUES ('${file}')`);
  }
  database = openDatabase(url, { max: 2 });
});
afterAll(async () => {
  await database.close();
  await runSql(inject("postgresUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
});

async function storeOld(html: string | null, text: string | null): Promise<string> {
  const id = newId();
  await database.pool.query(
    `INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, created_at)
     VALUES ($1, $2, 'old@example.com', '{"name":null,"address":"a@example.com"}', '[{"name":null,"address":"b@example.net"}]', '[]', 'Old', now())`,
    [accountId, id],
  );
  await database.pool.query(
    "INSERT INTO email_contents (account_id, email_id, html, text) VALUES ($1, $2, $3, $4)",
    [accountId, id, html, text],
  );
  await database.pool.query(
    "INSERT INTO recipients (account_id, email_id, position, address, address_key) VALUES ($1, $2, 0, 'b@example.net', 'b@example.net')",
    [accountId, id],
  );
  return id;
}

test("F19 mail and keys of the schema before the message model are there after the upgrade, and go out", async () => {
  const both = await storeOld("<p>Grüße</p>", "Grüße");
  const same = await storeOld("<p>Grüße</p>", null);
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Old')", [accountId]);
  await database.pool.query(
    "INSERT INTO api_keys (account_id, prefix, secret_hash, name) VALUES ($1, 'ph_old', $2, 'Old key')",
    [accountId, keyHash],
  );
  expect((await migrate(database.connectionString)).applied[0]).toMatch(/^0006/);
  expect(await loadDetail(database, accountId, { id: both })).toMatchObject({
    html: "<p>Grüße</p>",
    text: "Grüße",
    content_removed: false,
  });
  expect(await loadDetail(database, accountId, { id: same })).toMatchObject({
    html: "<p>Grüße</p>",
    text: "Grüße",
  });
  const { rows: contents } = await database.pool.query("SELECT hash FROM contents");
  expect(contents).toHaveLength(2);
  await promoteDue(database);
  const { rows } = await claimReady(database, { limit: 10 });
  expect(rows.map((row) => row.is_first && row.html?.toString())).toEqual(["<p>Grüße</p>", "<p>Grüße</p>"]);
  const keys = await database.pool.query("SELECT secret_hash FROM api_key_secrets WHERE prefix = 'ph_old'");
  expect(keys.rows).toEqual([{ secret_hash: keyHash }]);
  expect((await migrate(database.connectionString)).applied).toEqual([]);
});
