import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../test/harness/database.ts";
import { until } from "../../../../test/harness/until.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { JobRunner, readJobsState } from "../../../platform/jobs/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { jobsCheck } from "./jobs.ts";

async function openTestDatabase(): Promise<Database> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, { max: 4 });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

test("background jobs that ran a moment ago are fine, and a warning says when they have not run for long", async () => {
  const database = await openTestDatabase();
  expect(await jobsCheck.examine({ database })).toMatchObject([{ level: "ok", next: null }]);
  const log = createLogger("silent", "test");
  const schedules = [{ name: "tick", everySeconds: 1, run: async () => undefined }];
  const runner = new JobRunner({ database, log, schedules });
  runner.start();
  await until(async () => (await readJobsState(database)).lastRunAt !== null, {
    within: 30_000,
    what: "the first run",
  });
  await runner.stop();
  expect(await jobsCheck.examine({ database })).toMatchObject([
    { level: "ok", words: "background jobs run" },
  ]);
  await database.pool.query("UPDATE pgboss.job SET completed_on = completed_on - interval '20 minutes'");
  expect(await jobsCheck.examine({ database })).toMatchObject([
    {
      level: "warning",
      words: "no background job has run for 20 minutes",
      next: expect.stringContaining("role api"),
    },
  ]);
});

test("a database user that may not create the schema of the jobs gets a warning with the statement to run", async () => {
  const { connectionString, pool } = await openTestDatabase();
  const role = `jobs_${Date.now().toString(36)}`;
  await pool.query(`CREATE ROLE ${role}`);
  const limited = openDatabase(connectionString, { max: 1 });
  onTestFinished(async () => {
    await limited.close();
    await pool.query(`DROP ROLE ${role}`);
  });
  await limited.pool.query(`SET ROLE ${role}`);
  expect(await jobsCheck.examine({ database: limited })).toMatchObject([
    { level: "warning", next: expect.stringContaining("GRANT CREATE ON DATABASE") },
  ]);
});
