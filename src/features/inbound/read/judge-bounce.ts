import { compareKey } from "../../../mail/address/index.ts";
import type { Bounce, BounceRecipient, Verdict } from "../../../mail/report/index.ts";

/** The meaning of a bounce for the recipient whose return path it was sent to (G4), no matter which other recipients it names. */
export type Judged = { said: BounceRecipient; verdict: Verdict };

/** Least serious first. */
const SEVERITY: readonly Verdict[] = ["delivered", "delayed", "soft", "hard"];

export function judgeBounce({ recipients }: Bounce, address: string): Judged | null {
  const key = compareKey(address);
  const own = recipients.filter(({ address: final, originalAddress }) =>
    [final, originalAddress].some((candidate) => candidate !== null && compareKey(candidate) === key),
  );
  const relevant = own.length > 0 ? own : recipients;
  const [said] = relevant.toSorted((a, b) => SEVERITY.indexOf(b.verdict) - SEVERITY.indexOf(a.verdict));
  if (!said) return null;
  // A mailing list forwards to several addresses: a bad one among them does not make the list's own address bad.
  const isOfOthers = own.length === 0 && recipients.length > 1;
  return { said, verdict: said.verdict === "hard" && isOfOthers ? "soft" : said.verdict };
}
