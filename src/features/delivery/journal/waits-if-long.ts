import type { Claim } from "../../recipients/index.ts";
import type { Notes } from "./journal.ts";

/**
 * Work of ours on one email takes a fraction of this. After it we wait for others, such as a name server or the recipient's server, and
 * a worker that is killed meanwhile was not ended by this email.
 */
const longMs = 250;

/** Notes that nothing is done with these claims, unless `end` is called soon. */
export function waitsIfLong(notes: Pick<Notes, "waits">, claims: () => Claim[]): { end: () => void } {
  const timer = setTimeout(() => notes.waits(claims()), longMs);
  return { end: () => clearTimeout(timer) };
}
