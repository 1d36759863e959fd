import type { Database } from "../../../platform/db/index.ts";
import type { EmailOfClaim } from "../../emails/index.ts";
import { type ClaimedRows, commitClaim, type Queries } from "../../recipients/index.ts";
import type { AttemptJournal } from "../journal/attempt-journal.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import { groupByEmail } from "./group-by-email.ts";

type Options = {
  database: Database;
  journal: Pick<AttemptJournal, "recordClaimed" | "recordSettled">;
  stopping: AbortSignal;
};

/** Commits a claim once its emails are in the journal, and returns them with the claim. */
export async function claimEmails<Claimed extends ClaimedRows<EmailOfClaim>>(
  { database, journal, stopping }: Options,
  claim: (queries: Queries) => Promise<Claimed>,
): Promise<Claimed & { emails: ClaimedEmail[] }> {
  let emails: ClaimedEmail[] = [];
  const claimed = await commitClaim(
    {
      database,
      note: async ({ rows }) => {
        emails = groupByEmail(rows);
        const areRecorded = await Promise.all(
          emails.map(({ recipients }) => journal.recordClaimed(recipients)),
        );
        return !areRecorded.includes(false);
      },
      forget: () => {
        for (const { recipients } of emails) for (const { claim } of recipients) journal.recordSettled(claim);
      },
      isStopping: () => stopping.aborted,
    },
    claim,
  );
  return { ...claimed, emails };
}
