import type { Claim } from "../../recipients/index.ts";
import type { AttemptJournal } from "./journal.ts";

/**
 * Work of ours on one email takes a fraction of this. After it we wait for others, such as a name server or the recipient's server, and
 * a worker that is killed meanwhile was not ended by this email.
 */
const LONG_MS = 250;

/** Records that nothing happens with these claims, unless `end` is called soon. */
export function waitsIfLong(
  journal: Pick<AttemptJournal, "recordWaiting">,
  claims: () => Claim[],
): { end: () => void } {
  const timer = setTimeout(() => journal.recordWaiting(claims()), LONG_MS);
  return { end: () => clearTimeout(timer) };
}
