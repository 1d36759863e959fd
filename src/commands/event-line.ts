import type { Event } from "../../packages/client/src/index.ts";
import { localTime } from "./terminal/local-time.ts";
import { printable } from "./terminal/printable.ts";

/** One event as a line for people: local time, state, recipient, subject, and the server's reply. */
export function eventLine({ created_at, type, recipient, subject, detail }: Event): string {
  const reply = eventText(detail);
  return printable(
    `${localTime(created_at)}  ${type.padEnd(10)}  ${recipient ?? ""}  ${JSON.stringify(subject ?? "")}${reply && `  ${reply}`}`,
  );
}

/** The server's reply, the reason, and the time of the next attempt. */
export function eventText({ code, enhanced, line, reason, next_attempt_at }: Event["detail"]): string {
  // Most servers repeat the codes in their line.
  const said = line ?? [code, enhanced].filter((part) => part !== undefined).join(" ");
  const parts = [
    said,
    reason && reason !== said ? `(${reason})` : "",
    next_attempt_at ? `again at ${localTime(next_attempt_at)}` : "",
  ];
  return parts.filter(Boolean).join(" ");
}
