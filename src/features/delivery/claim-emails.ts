import type { Database } from "../../platform/db/index.ts";
import type { EmailOfClaim } from "../emails/index.ts";
import { type ClaimedRows, commitClaim, type Queries } from "../recipients/index.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import { groupByEmail } from "./group-by-email.ts";
import type { Notes } from "./journal/journal.ts";

type Options = {
  database: Database;
  notes: Pick<Notes, "claimed" | "settled">;
  isStopping: () => boolean;
};

/** Commits a claim once its emails are in the journal, and returns them with the claim. */
export async function claimEmails<Claimed extends ClaimedRows<EmailOfClaim>>(
  { database, notes, isStopping }: Options,
  claim: (queries: Queries) => Promise<Claimed>,
): Promise<Claimed & { emails: ClaimedEmail[] }> {
  let emails: ClaimedEmail[] = [];
  const claimed = await commitClaim(
    {
      database,
      note: async ({ rows }) => {
        emails = groupByEmail(rows);
        const areNoted = await Promise.all(emails.map(({ recipients }) => notes.claimed(recipients)));
        return !areNoted.includes(false);
      },
      forget: () => {
        for (const { recipients } of emails) for (const { claim } of recipients) notes.settled(claim);
      },
      isStopping,
    },
    claim,
  );
  return { ...claimed, emails };
}
