export { JobRunner, type Schedule } from "./job-runner.ts";
