import type { Database } from "../../../platform/db/index.ts";
import { listTroubledDomains, missingTokenGraceMs } from "../../domains/index.ts";
import { countWorkers, findOldestReady } from "../../queue/index.ts";
import { freeBytes } from "../checks/machine.ts";
import { sayTime } from "../checks/queue.ts";
import {
  countHeldLately,
  listAccountRates,
  listComplaintRates,
  listRefusedRelays,
  secondsUnread,
} from "./queries.ts";

/** One incident of a rule: `subject` tells it from others of the same rule, `words` are for people. */
export type Incident = { subject: string; words: string };

export type RuleGiven = { database: Database; dataDir: string; threshold: number };

type Rule = {
  meaning: string;
  /** Of the threshold; null: it has none. */
  unit: string | null;
  threshold: number;
  find: (given: RuleGiven) => Promise<Incident[]>;
};

/** Of so few outcomes no share means anything. */
const leastOutcomes = 100;
const leastComplaints = 3;
const gibibyte = 1024 ** 3;

export const rules = {
  queue_stuck: {
    meaning: "Mail that may go has waited for longer than so many minutes.",
    unit: "minutes",
    threshold: 10,
    find: async ({ database, threshold }) => {
      const seconds = await ageOfOldest(database);
      return seconds > threshold * 60
        ? [whole(`The oldest mail in the queue has waited for ${sayTime(seconds)}.`)]
        : [];
    },
  },
  worker_missing: {
    meaning: "Mail has waited for longer than so many minutes and no worker is running.",
    unit: "minutes",
    threshold: 1,
    find: async ({ database, threshold }) => {
      const [workers, seconds] = await Promise.all([countWorkers(database), ageOfOldest(database)]);
      return workers === 0 && seconds > threshold * 60
        ? [whole(`No worker delivers, and mail has waited for ${sayTime(seconds)}.`)]
        : [];
    },
  },
  bounce_spike: {
    meaning: `Of an account's mail more than so many percent bounced within a quarter of an hour, of ${leastOutcomes} at least.`,
    unit: "percent",
    threshold: 20,
    find: async ({ database, threshold }) =>
      (await listAccountRates(database, leastOutcomes))
        .filter(({ bounced, outcomes }) => bounced > (threshold / 100) * outcomes)
        .map(({ account_id, name, bounced, outcomes }) => ({
          subject: account_id,
          words: `Of the last ${outcomes.toLocaleString("en")} recipients of “${name}” ${bounced.toLocaleString("en")} bounced.`,
        })),
  },
  complaint_spike: {
    meaning: `Of an account's mail of the day more than so many percent were reported as spam, ${leastComplaints} at least.`,
    unit: "percent",
    threshold: 0.3,
    find: async ({ database, threshold }) =>
      (await listComplaintRates(database, leastComplaints))
        .filter(({ complaints, delivered }) => complaints > (threshold / 100) * delivered)
        .map(({ account_id, name, complaints, delivered }) => ({
          subject: account_id,
          words: `${complaints.toLocaleString("en")} recipients of “${name}” reported spam today, of ${delivered.toLocaleString("en")} delivered.`,
        })),
  },
  relay_auth_failed: {
    meaning: "A relay does not take our password.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listRefusedRelays(database)).map((name) => ({
        subject: name,
        words: `The relay “${name}” does not take our password; mail waits for it.`,
      })),
  },
  uncertain_held: {
    meaning: "So many recipients of the last day are uncertain and tried no more: people have to decide.",
    unit: "recipients",
    threshold: 1,
    find: async ({ database, threshold }) => {
      const held = await countHeldLately(database);
      return held >= threshold
        ? [
            whole(
              held === 1
                ? "1 recipient may or may not have got the mail, and is tried no more."
                : `${held.toLocaleString("en")} recipients may or may not have got their mail, and are tried no more.`,
            ),
          ]
        : [];
    },
  },
  domain_at_risk: {
    meaning:
      "The token of a verified domain is gone from the DNS; three days later its account loses the domain.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listTroubledDomains(database, { accountId: null, lostSince: new Date() }))
        .filter(({ missingSince }) => missingSince !== null)
        .map(({ name, account, missingSince }) => ({
          subject: name,
          words: `The token of ${name} is missing from the DNS: on ${dayAfterGrace(missingSince)} “${account}” loses the domain.`,
        })),
  },
  domain_lost: {
    meaning: "An account lost a verified domain within so many days, and has not proven it again.",
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
          words: `“${account}” has lost the domain ${name}: ${lossWords[reason ?? "proof_missing"]}.`,
        })),
  },
  inbound_unread: {
    meaning:
      "Mail that came in (bounces, complaints, reports) has waited to be read for longer than so many minutes.",
    unit: "minutes",
    threshold: 10,
    find: async ({ database, threshold }) => {
      const seconds = await secondsUnread(database);
      return seconds > threshold * 60
        ? [
            whole(
              `Mail that came in has waited to be read for ${sayTime(seconds)}: no process of the role inbound reads it.`,
            ),
          ]
        : [];
    },
  },
  disk_full: {
    meaning: "Less than so many GiB are free in DATA_DIR.",
    unit: "GiB",
    threshold: 1,
    find: async ({ dataDir, threshold }) => {
      const free = await freeBytes(dataDir);
      return free !== null && free < threshold * gibibyte
        ? [whole(`${(free / gibibyte).toFixed(2)} GiB are free in the data directory.`)]
        : [];
    },
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];

const lossWords = {
  proof_missing: "its token was missing from the DNS for three days",
  proven_by_another_account: "another account has proven it",
};

function dayAfterGrace(missingSince: Date | null): string {
  return new Date((missingSince?.getTime() ?? Date.now()) + missingTokenGraceMs).toISOString().slice(0, 10);
}

async function ageOfOldest(database: Database): Promise<number> {
  const oldest = await findOldestReady(database);
  return oldest === null ? 0 : (Date.now() - oldest.getTime()) / 1_000;
}

/** Of the whole instance. */
function whole(words: string): Incident {
  return { subject: "", words };
}
