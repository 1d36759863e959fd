/** The script that ReportThread runs in its thread. */
import { readReport } from "../../../mail/report/index.ts";
import { serveJobs } from "../../../platform/threads/index.ts";

type Input = { raw: Uint8Array; aggregates: boolean };

const jobs = {
  readReport: ({ raw, aggregates }: Input) => readReport(Buffer.from(raw), { aggregates }),
};
export type ReportJobs = typeof jobs;

serveJobs(jobs);
