import type { Database } from "../../../platform/db/index.ts";
import { listTroubledDomains, MISSING_TOKEN_GRACE_MS } from "../../domains/index.ts";
import { countWorkers, findOldestReady } from "../../queue/index.ts";
import { freeBytes } from "../checks/machine.ts";
import { formatWait } from "../checks/queue.ts";
import {
  countUncertainLately,
  listAccountRates,
  listComplaintRates,
  listRefusedRelays,
  secondsUnread,
} from "./queries.ts";

/** One incident of a rule. `subject` distinguishes incidents of the same rule; `words` is the text for people. */
export type Incident = { subject: string; words: string };

type RuleContext = { database: Database; dataDir: string; threshold: number };

type Rule = {
  meaning: string;
  /** Unit of the threshold, or null when the rule has none. */
  unit: string | null;
  threshold: number;
  find: (context: RuleContext) => Promise<Incident[]>;
};

/** A rate of fewer results than this is not meaningful. */
const MIN_OUTCOMES = 100;
const MIN_COMPLAINTS = 3;
const GIBIBYTE = 1024 ** 3;

export const RULES = {
  queue_stuck: {
    meaning: "Mail that is ready to send has waited longer than the threshold.",
    unit: "minutes",
    threshold: 10,
    find: async ({ database, threshold }) => {
      const seconds = await ageOfOldest(database);
      return seconds > threshold * 60
        ? [instanceIncident(`The oldest mail in the queue has waited for ${formatWait(seconds)}.`)]
        : [];
    },
  },
  worker_missing: {
    meaning: "No worker is running, and mail has waited longer than the threshold.",
    unit: "minutes",
    threshold: 1,
    find: async ({ database, threshold }) => {
      const [workers, seconds] = await Promise.all([countWorkers(database), ageOfOldest(database)]);
      return workers === 0 && seconds > threshold * 60
        ? [instanceIncident(`No worker is running, and mail has waited for ${formatWait(seconds)}.`)]
        : [];
    },
  },
  bounce_spike: {
    meaning: `An account's bounce rate over the last 15 minutes is above the threshold. At least ${MIN_OUTCOMES} results are needed.`,
    unit: "percent",
    threshold: 20,
    find: async ({ database, threshold }) =>
      (await listAccountRates(database, MIN_OUTCOMES))
        .filter(({ bounced, outcomes }) => bounced > (threshold / 100) * outcomes)
        .map(({ account_id, name, bounced, outcomes }) => ({
          subject: account_id,
          words: `${bounced.toLocaleString("en")} of the last ${outcomes.toLocaleString("en")} recipients of the account “${name}” bounced.`,
        })),
  },
  complaint_spike: {
    meaning: `An account's complaint rate today is above the threshold. At least ${MIN_COMPLAINTS} complaints are needed.`,
    unit: "percent",
    threshold: 0.3,
    find: async ({ database, threshold }) =>
      (await listComplaintRates(database, MIN_COMPLAINTS))
        .filter(({ complaints, delivered }) => complaints > (threshold / 100) * delivered)
        .map(({ account_id, name, complaints, delivered }) => ({
          subject: account_id,
          words: `${complaints.toLocaleString("en")} recipients of the account “${name}” reported spam today, with ${delivered.toLocaleString("en")} delivered.`,
        })),
  },
  relay_auth_failed: {
    meaning: "A relay rejects our credentials.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listRefusedRelays(database)).map((name) => ({
        subject: name,
        words: `The relay “${name}” rejects our credentials. Its mail waits until they are corrected.`,
      })),
  },
  uncertain_recipients: {
    meaning:
      "Recipients from the last 24 hours with uncertain delivery need a decision, at least as many as the threshold.",
    unit: "recipients",
    threshold: 1,
    find: async ({ database, threshold }) => {
      const uncertain = await countUncertainLately(database);
      return uncertain >= threshold
        ? [
            instanceIncident(
              uncertain === 1
                ? "Delivery to 1 recipient is uncertain and is not retried. Decide on the queue page."
                : `Delivery to ${uncertain.toLocaleString("en")} recipients is uncertain and is not retried. Decide on the queue page.`,
            ),
          ]
        : [];
    },
  },
  domain_at_risk: {
    meaning:
      "The verification token of a verified domain is missing from the DNS. After three days its account loses the domain.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listTroubledDomains(database, { accountId: null, lostSince: new Date() }))
        .filter(({ missingSince }) => missingSince !== null)
        .map(({ name, account, missingSince }) => ({
          subject: name,
          words: `The verification token of ${name} is missing from the DNS. Unless it is restored, the account “${account}” loses the domain on ${dayAfterGrace(missingSince)}.`,
        })),
  },
  domain_lost: {
    meaning: "An account lost a verified domain within the threshold and has not verified it again.",
    unit: "days",
    threshold: 7,
    find: async ({ database, threshold }) =>
      (
        await listTroubledDomains(database, {
          accountId: null,
          lostSince: new Date(Date.now() - threshold * 86_400_000),
        })
      )
        .filter(({ trouble }) => trouble === "lost")
        .map(({ name, account, reason }) => ({
          subject: name,
          words: `The account “${account}” lost the domain ${name}: ${LOSS_TEXTS[reason ?? "token_missing"]}.`,
        })),
  },
  inbound_unread: {
    meaning:
      "Inbound mail (bounces, complaints, reports) has waited to be read for longer than the threshold.",
    unit: "minutes",
    threshold: 10,
    find: async ({ database, threshold }) => {
      const seconds = await secondsUnread(database);
      return seconds > threshold * 60
        ? [
            instanceIncident(
              `Inbound mail has waited to be read for ${formatWait(seconds)}: no process with the role inbound is reading it.`,
            ),
          ]
        : [];
    },
  },
  disk_full: {
    meaning: "Free space in DATA_DIR is below the threshold.",
    unit: "GiB",
    threshold: 1,
    find: async ({ dataDir, threshold }) => {
      const free = await freeBytes(dataDir);
      return free !== null && free < threshold * GIBIBYTE
        ? [instanceIncident(`${(free / GIBIBYTE).toFixed(2)} GiB free in the data directory.`)]
        : [];
    },
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

const LOSS_TEXTS = {
  token_missing: "its verification token was missing from the DNS for three days",
  proven_by_another_account: "another account has verified it",
};

function dayAfterGrace(missingSince: Date | null): string {
  return new Date((missingSince?.getTime() ?? Date.now()) + MISSING_TOKEN_GRACE_MS)
    .toISOString()
    .slice(0, 10);
}

async function ageOfOldest(database: Database): Promise<number> {
  const oldest = await findOldestReady(database);
  return oldest === null ? 0 : (Date.now() - oldest.getTime()) / 1_000;
}

/** An incident of the whole instance. */
function instanceIncident(words: string): Incident {
  return { subject: "", words };
}
