import { readJobsState } from "../../../platform/jobs/index.ts";
import { formatWait } from "../../../platform/text/index.ts";
import { type Check, ok, warning } from "./check.ts";

/** Some job runs every 15 seconds. After an outage of the database it may take a few minutes until jobs run again. */
const STALLED_AFTER_SECONDS = 600;

/** Without background jobs, domains are not checked again, alerts are not raised and expired data is not removed. Mail flows. */
export const jobsCheck: Check<"database"> = {
  id: "jobs",
  title: "Background jobs",
  examine: async ({ database }) => {
    const { lastRunAt, lacksSchema } = await readJobsState(database);
    if (lacksSchema)
      return [
        warning(
          "background jobs cannot start: the schema pgboss is missing, and the database user may not create it",
          "run GRANT CREATE ON DATABASE … TO the user of DATABASE_URL",
        ),
      ];
    if (lastRunAt === null) return [ok("background jobs start with the server")];
    const seconds = (Date.now() - lastRunAt.getTime()) / 1_000;
    if (seconds < STALLED_AFTER_SECONDS) return [ok("background jobs run")];
    return [
      warning(
        `no background job has run for ${formatWait(seconds)}`,
        "make sure that a process with the role api runs; its log shows why jobs do not run (jobs.not_started, jobs.interrupted)",
      ),
    ];
  },
};
