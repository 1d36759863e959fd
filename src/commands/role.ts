import { type Config, loadConfig } from "../config.ts";
import { type RunningRole, runRoles } from "../platform/processes/index.ts";
import { createLogger, type Logger } from "../platform/telemetry/index.ts";
import { CommandError, explain } from "./explain.ts";

type Start = (config: Config, log: Logger) => Promise<RunningRole>;

/** Each loads its own side only: the others would be memory that the process never uses. */
const roles = new Map<string, () => Promise<Start>>([
  ["api", async () => (await import("../app.ts")).startApi],
  ["smtp", async () => (await import("../smtp.ts")).startSmtp],
  ["inbound", async () => (await import("../inbound.ts")).startInboundRole],
  ["worker", async () => (await import("../worker.ts")).startWorker],
]);

/** `role smtp inbound`: one process that plays both. */
export async function playRoles(names: readonly string[]): Promise<void> {
  const config = loadConfig(process.env);
  const starts: Record<string, () => Promise<RunningRole>> = {};
  for (const name of names) {
    const load = roles.get(name);
    if (!load) throw new CommandError(`there is no role "${name}"`);
    const start = await load();
    starts[name] = () => start(config, createLogger(config.logLevel, name));
  }
  await runRoles({ log: createLogger(config.logLevel, names.join("+")), starts, explain });
}
