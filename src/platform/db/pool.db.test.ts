import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { openDatabase } from "./pool.ts";

test("commits are durable whatever the database's default, and the server times out before we do", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const admin = openDatabase(connectionString, { max: 1 });
  const { rows } = await admin.pool.query("SELECT current_database() AS name");
  await admin.pool.query(`ALTER DATABASE ${rows[0].name} SET synchronous_commit = off`);
  await admin.close();
  const database = openDatabase(connectionString, { max: 1, patienceMs: 8_000 });
  const settings = await database.pool.query(
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('statement_timeout') AS timeout",
  );
  expect(settings.rows).toEqual([{ commit: "on", timeout: "6s" }]);
  await database.close();
  await drop();
});
