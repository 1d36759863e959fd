export { JobRunner, type Schedule } from "./job-runner.ts";
export { readJobsState } from "./last-run.ts";
export { type Repetition, repeat } from "./repeat.ts";
