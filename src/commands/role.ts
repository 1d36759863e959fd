import { type Config, loadConfig } from "../config.ts";
import { type RunningRole, runRole } from "../platform/processes/index.ts";
import { createLogger, type Logger } from "../platform/telemetry/index.ts";
import { explain } from "./explain.ts";

/** Each loads its own side only: the other would be memory that the process never uses. */
export const runApi = async () => run("api", (await import("../app.ts")).startApi);
export const runSmtp = async () => run("smtp", (await import("../smtp.ts")).startSmtp);
export const runWorker = async () => run("worker", (await import("../worker.ts")).startWorker);

async function run(
  name: string,
  start: (config: Config, log: Logger) => Promise<RunningRole>,
): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger(config.logLevel, name);
  await runRole({ log, start: () => start(config, log), explain });
}
