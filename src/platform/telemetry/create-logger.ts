import { pino } from "pino";
import type { LogEvent } from "./log-events.ts";
import { createLogSink } from "./log-sink.ts";

type Log = (fields: { event: LogEvent } & Record<string, unknown>, message: string) => void;

/** Each line names its event, so that a typo is a type error and an alert can be built on it. */
export type Logger = Readonly<Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", Log>> & {
  isLevelEnabled(level: string): boolean;
};

const counts = new Map<string, number>();

/** How often each event was logged by this process. */
export function loggedEvents(): ReadonlyMap<string, number> {
  return counts;
}

export function createLogger(level: string, process_: string): Logger {
  return pino(
    {
      level,
      base: { process: process_, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ["req.headers.authorization", "req.headers.cookie", "headers.authorization", "headers.cookie"],
        censor: "[redacted]",
      },
      hooks: {
        logMethod(given, method) {
          const [fields] = given as unknown[];
          countEvent(fields);
          method.apply(this, given);
        },
      },
    },
    createLogSink(),
  );
}

function countEvent(fields: unknown): void {
  if (typeof fields !== "object" || fields === null || !("event" in fields)) return;
  const event = String(fields.event);
  counts.set(event, (counts.get(event) ?? 0) + 1);
}
