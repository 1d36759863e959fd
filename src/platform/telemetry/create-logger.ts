import { pino } from "pino";
import type { LogEvent } from "./log-events.ts";
import { createLogSink } from "./log-sink.ts";

type Log = (fields: { event: LogEvent } & Record<string, unknown>, message: string) => void;

/** Each line has a typed event name, so that alerts can rely on the names, and a misspelt name is a type error. */
export type Logger = Readonly<Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", Log>> & {
  isLevelEnabled(level: string): boolean;
};

const counts = new Map<string, number>();

/** How often this process logged each event. */
export function loggedEvents(): ReadonlyMap<string, number> {
  return counts;
}

/** `output`: standard output by default. */
export function createLogger(level: string, process_: string, output?: NodeJS.WriteStream): Logger {
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
        logMethod(args, method) {
          const [fields] = args as unknown[];
          countEvent(fields);
          method.apply(this, args);
        },
      },
    },
    createLogSink(output),
  );
}

function countEvent(fields: unknown): void {
  if (typeof fields !== "object" || fields === null || !("event" in fields)) return;
  const event = String(fields.event);
  counts.set(event, (counts.get(event) ?? 0) + 1);
}
