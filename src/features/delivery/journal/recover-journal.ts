import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type GivenBack, releaseLeases } from "../../recipients/index.ts";
import type { AttemptResult } from "../outcome.ts";
import { decideNext } from "../settle/decide-next.ts";
import { Settler } from "../settle/settler.ts";
import type { Settled } from "../worker-options.ts";
import { type Entry, isUnsent } from "./entry.ts";
import { readJournal } from "./lines.ts";
import { findUnsettled, type UnsettledRow } from "./queries.ts";

/** Attempts per statement. Most attempts of a journal are settled, and cost one key lookup. */
const AT_ONCE = 2_000;

export type RecoverOptions = {
  database: Database;
  log: Logger;
  bootId: string | null;
  onSettled?: (settled: Settled) => void;
};

export type Recovered = { answered: number; uncertain: number; givenBack: number; unknown: number };
type Open = Entry & { row: UnsettledRow };

/**
 * Ends the attempts of a worker that was killed: those with a reply are settled, those that may have arrived become uncertain, the others
 * are given back. Attempts that were settled or taken over meanwhile are skipped, so a second call does no harm. Null: the journal is of
 * another version, and its claims wait for their leases.
 */
export async function recoverJournal(text: string, options: RecoverOptions): Promise<Recovered | null> {
  const { isWhole, isForeign, entries } = readJournal(text, options.bootId);
  if (isForeign) return null;
  const settler = new Settler(options);
  const recovered: Recovered = { answered: 0, uncertain: 0, givenBack: 0, unknown: 0 };
  const open: Open[] = [];
  for (let from = 0; from < entries.length; from += AT_ONCE)
    open.push(...(await findOpen(options.database, entries.slice(from, from + AT_ONCE))));
  const startedEmails = new Set(open.filter(wasStarted).map(({ claim }) => claim.emailId));
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const some = open.slice(from, from + AT_ONCE);
    const finished = some.filter((attempt) => !isUnsent(attempt));
    const unsent = some.filter(isUnsent);
    await Promise.all(finished.map((attempt) => settleFinished(attempt, { ...options, settler })));
    if (isWhole) await giveBack(options.database, { unsent, startedEmails });
    recovered.answered += finished.filter(({ stage }) => stage === "answered").length;
    recovered.uncertain += finished.filter(({ stage }) => stage === "ended").length;
    recovered[isWhole ? "givenBack" : "unknown"] += unsent.length;
  }
  return recovered;
}

async function findOpen(database: Database, entries: Entry[]): Promise<Open[]> {
  const rows = await findUnsettled(database, entries);
  return rows.map((row) => ({ ...(entries[row.n] as Entry), row }));
}

async function settleFinished(
  open: Open,
  { settler, onSettled }: { settler: Settler } & Pick<RecoverOptions, "onSettled">,
): Promise<void> {
  const { claim, row, previousState } = open;
  const { address, domain, tries, seconds_left: secondsLeft, api_key_id: keyId, since } = row;
  const remaining = { tries, secondsLeft, random: Math.random(), policy: row, previousState };
  const decision = decideNext(resultOf(open), remaining);
  const { state, result } = decision;
  if (await settler.settle({ claim, decision, isCrash: true }))
    onSettled?.({ ...claim, keyId, address, domain, state, result, since });
}

function resultOf(entry: Entry): AttemptResult {
  if (entry.stage === "answered") return entry.result;
  return { ...ENDED_AT_FINAL_DOT, ...(entry.stage === "ended" && entry.taken) };
}

const ENDED_AT_FINAL_DOT: AttemptResult = {
  kind: "uncertain",
  phase: "dot",
  reason:
    "the worker process ended after it sent the whole message and before the server replied, so the message may or may not have arrived.",
};

function wasStarted({ stage }: Entry): boolean {
  return stage === "claimed" || stage === "ended";
}

/** An email that the worker had not started did not cause the crash, so no crash is counted. */
async function giveBack(
  database: Database,
  { unsent, startedEmails }: { unsent: Open[]; startedEmails: ReadonlySet<string> },
): Promise<void> {
  const recipients = unsent.map(
    ({ claim, previousState, dueAt }): GivenBack => ({
      claim,
      previousState,
      dueAt,
      isCrash: startedEmails.has(claim.emailId),
    }),
  );
  if (recipients.length > 0) await releaseLeases(database, recipients);
}
