/** The script of ReportThread. */
import { readReport } from "../../../mail/report/index.ts";
import { serveJobs } from "../../../platform/threads/index.ts";

const jobs = { readReport: (raw: Uint8Array) => readReport(Buffer.from(raw)) };
export type ReportJobs = typeof jobs;

serveJobs(jobs);
