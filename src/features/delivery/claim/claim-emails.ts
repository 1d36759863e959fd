import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { EmailOfClaim } from "../../emails/index.ts";
import { type ClaimedRow, type ClaimedRows, commitClaim, type Queries } from "../../recipients/index.ts";
import type { AttemptJournal } from "../journal/attempt-journal.ts";
import type { InFlightRecipients } from "../settle/in-flight-recipients.ts";
import type { ClaimedEmail } from "./claimed-email.ts";

type Options = {
  database: Database;
  log: Logger;
  journal: Pick<AttemptJournal, "recordClaimed" | "recordSettled">;
  inFlight: Pick<InFlightRecipients, "isOwn">;
  stopping: AbortSignal;
};

/** The claim is rolled back. Its recipients are in flight at this worker, whose leases have ended although it is alive. */
export class ClaimOfOwnMail extends Error {
  constructor() {
    super("the claim took mail that this worker is sending, so it was rolled back");
  }
}

/** Commits a claim once its emails are in the journal, and returns them with the claim. */
export async function claimEmails<Claimed extends ClaimedRows<EmailOfClaim>>(
  { database, log, journal, inFlight, stopping }: Options,
  claim: (queries: Queries) => Promise<Claimed>,
): Promise<Claimed & { emails: ClaimedEmail[] }> {
  let emails: ClaimedEmail[] = [];
  const claimed = await commitClaim(
    {
      database,
      recordInJournal: async ({ rows, transaction }) => {
        if (rows.some((row) => inFlight.isOwn(row))) throw new ClaimOfOwnMail();
        emails = groupByEmail(rows);
        const areRecorded = await Promise.all(
          emails.map(({ recipients }) => journal.recordClaimed(recipients, transaction?.takenAt ?? null)),
        );
        return !areRecorded.includes(false);
      },
      removeFromJournal: () => {
        for (const { recipients } of emails) for (const { claim } of recipients) journal.recordSettled(claim);
      },
      onUnknown: (err) =>
        log.warn(
          { event: "delivery.claim_failed", err },
          "the database does not say whether a claim was committed; asking again until it does",
        ),
      isStopping: () => stopping.aborted,
    },
    claim,
  );
  return { ...claimed, emails };
}

/** Groups claimed rows by email. One row of each email carries its columns; it may come before or after the others. */
export function groupByEmail(rows: ClaimedRow<EmailOfClaim>[]): ClaimedEmail[] {
  const groups = new Map<string, ClaimedEmail>();
  const claimedAt = performance.now();
  for (const row of rows) if (row.is_first) groups.set(row.email_id, emailOf(row, claimedAt));
  for (const {
    account_id,
    email_id,
    position,
    lease,
    address,
    domain,
    due_at,
    tries,
    suppressed_by,
    seconds_left,
    previous_state,
    is_poison,
  } of rows) {
    const group = groups.get(email_id);
    if (!group) throw new Error("a claim came without its email");
    group.isPoison ||= is_poison;
    group.recipients.push({
      claim: { accountId: account_id, emailId: email_id, position, lease },
      address,
      domain,
      dueAt: due_at,
      tries,
      suppressedBy: suppressed_by,
      secondsLeft: seconds_left,
      previousState: previous_state,
    });
  }
  return [...groups.values()];
}

function emailOf(row: ClaimedRow<EmailOfClaim> & { is_first: true }, claimedAt: number): ClaimedEmail {
  const { html, text } = row;
  return {
    accountId: row.account_id,
    accountNumber: row.account_number,
    claimedAt,
    email: row,
    policy: row,
    contents: isWhole(row) ? { html, text, raw: null, attachments: [] } : null,
    isPoison: false,
    recipients: [],
  };
}

/** Removed contents are not treated as empty: the delivery loads them, and reports that they are missing. */
function isWhole({
  has_contents,
  html,
  text,
  html_hash,
  text_hash,
}: ClaimedRow<EmailOfClaim> & { is_first: true }): boolean {
  return has_contents && (html !== null) === (html_hash !== null) && (text !== null) === (text_hash !== null);
}
