import { compareKey } from "../../../mail/address/index.ts";
import type { Bounce, BounceRecipient, Verdict } from "../../../mail/report/index.ts";

/** What a bounce means for the one recipient whose return path it came to (G4), whomever else it names. */
export type Judged = { said: BounceRecipient; verdict: Verdict };

const gravity: readonly Verdict[] = ["delivered", "delayed", "soft", "hard"];

export function judgeBounce({ recipients }: Bounce, address: string): Judged | null {
  const key = compareKey(address);
  const own = recipients.filter(({ address: final, originalAddress }) =>
    [final, originalAddress].some((one) => one !== null && compareKey(one) === key),
  );
  const told = own.length > 0 ? own : recipients;
  const [said] = told.toSorted((a, b) => gravity.indexOf(b.verdict) - gravity.indexOf(a.verdict));
  if (!said) return null;
  // A list that passed the mail on to several others: that one of them is gone does not mean that the list is.
  const isOfOthers = own.length === 0 && recipients.length > 1;
  return { said, verdict: said.verdict === "hard" && isOfOthers ? "soft" : said.verdict };
}
