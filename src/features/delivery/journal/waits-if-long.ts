import type { Claim } from "../../recipients/index.ts";
import type { AttemptJournal } from "./attempt-journal.ts";

/**
 * Our own work on one email takes a fraction of this time. An email that takes longer is waiting for a name server or a mail server,
 * so it is not the cause if the worker crashes.
 */
const LONG_MS = 250;

/** Records that these claims wait, unless `end` is called soon. */
export function waitsIfLong(
  journal: Pick<AttemptJournal, "recordWaiting">,
  claims: () => Claim[],
): { end: () => void } {
  const timer = setTimeout(() => journal.recordWaiting(claims()), LONG_MS);
  return { end: () => clearTimeout(timer) };
}
