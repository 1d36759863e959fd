/** Structured logs: one JSON object a line on standard output, each with a typed `event` name. */
import { type Logger, pino } from "pino";

export type { Logger };

export function createLogger(level: string, process_: string): Logger {
  return pino({
    level,
    base: { process: process_, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["req.headers.authorization", "req.headers.cookie", "headers.authorization", "headers.cookie"],
      censor: "[redacted]",
    },
  });
}
