import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type EmailOfClaim, emailOfClaim } from "../../emails/index.ts";
import {
  type ClaimLimits,
  ClaimNotNoted,
  claimQuarantined,
  hasQuarantined,
  resetCrashCounts,
} from "../../recipients/index.ts";
import { claimEmails } from "../claim/claim-emails.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import { LEASE_SECONDS } from "../claim/lease-keeper.ts";
import type { AttemptJournal } from "../journal/journal.ts";
import type { QuarantineTurn } from "./quarantine-turn.ts";

/** What ends workers does so when it is made, or soon after; a server that takes longer to answer says nothing of the email. */
const ALONE_MS = 60_000;

type Options = {
  database: Database;
  log: Logger;
  journal: AttemptJournal;
  turn: QuarantineTurn;
  /** Null: everything is paused. */
  limits: () => Promise<ClaimLimits | null>;
  take: (emails: ClaimedEmail[], since: number) => Promise<void>;
  /** Waits for all that is in hand to end; false if it takes longer. */
  isIdleWithin: (withinMs: number) => Promise<boolean>;
  isStopping: () => boolean;
};

/** Tries emails that may be what ended workers, one at a time and with nothing else in hand. Never rejects. */
export async function runQuarantine({ database, log, turn, ...given }: Options): Promise<void> {
  try {
    if (!turn.isDue()) return;
    const before = await given.limits();
    if (before === null) return;
    if (!(await hasQuarantined(database, before))) return turn.none();
    if (!(await given.isIdleWithin(turn.patienceMs))) return turn.putOff();
    const limits = await given.limits();
    if (limits === null) return;
    const mayGoOn = turn.begin();
    while (mayGoOn() && !given.isStopping()) {
      const since = performance.now();
      const { emails } = await claimEmails({ database, ...given }, (queries) =>
        claimQuarantined<EmailOfClaim>(queries, { email: emailOfClaim, leaseSeconds: LEASE_SECONDS, limits }),
      );
      if (emails.length === 0) return turn.none();
      await given.take(emails, since);
      if (await given.isIdleWithin(ALONE_MS)) continue;
      const claims = emails.flatMap(({ recipients }) => recipients.map(({ claim }) => claim));
      await resetCrashCounts(database, claims);
      return turn.putOff();
    }
  } catch (error) {
    if (!(error instanceof ClaimNotNoted))
      log.error({ event: "delivery.claim_failed", err: error }, "could not claim quarantine");
    turn.putOff();
  }
}
