import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../test/harness/database.ts";
import { until } from "../../../../test/harness/until.ts";
import { JobRunner, readJobsState } from "../../../platform/jobs/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { jobsCheck } from "./jobs.ts";

test("background jobs that ran recently are fine, and a warning follows when none has run for 20 minutes", async () => {
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
  const database = await openTestDatabase();
  const { rows } = await database.pool.query("SELECT current_database() AS name, current_user AS role");
  await database.pool.query(`REVOKE CREATE ON DATABASE "${rows[0].name}" FROM "${rows[0].role}", PUBLIC`);
  expect(await jobsCheck.examine({ database })).toMatchObject([
    { level: "warning", next: expect.stringContaining("GRANT CREATE ON DATABASE") },
  ]);
});
