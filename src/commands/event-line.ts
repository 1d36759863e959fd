import type { Event } from "../../packages/client/src/index.ts";
import { printable } from "./terminal/printable.ts";

/** One event as a line for people: time, state, recipient, subject, and the server's reply. */
export function eventLine({ created_at, type, recipient, subject, detail }: Event): string {
  const { code, enhanced, line, reason, next_attempt_at } = detail;
  // Most servers repeat the codes in their line.
  const said = line ?? [code, enhanced].filter((part) => part !== undefined).join(" ");
  const parts = [
    said,
    reason && reason !== said ? `(${reason})` : "",
    next_attempt_at ? `again at ${next_attempt_at}` : "",
  ];
  const reply = parts.filter(Boolean).join(" ");
  return printable(
    `${created_at}  ${type.padEnd(10)}  ${recipient}  ${JSON.stringify(subject)}${reply && `  ${reply}`}`,
  );
}
