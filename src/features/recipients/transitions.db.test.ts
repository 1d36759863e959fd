import { beforeEach, expect, test } from "vitest";
import { claimReady } from "../../../test/harness/claims.ts";
import { useDatabase } from "../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { newId } from "../../platform/ids/index.ts";
import { cancelChunk, cancelEmailRecipients } from "./changes/cancel-recipients.ts";
import { holdRestoredChunk } from "./changes/hold-restored.ts";
import { rescheduleRecipients } from "./changes/reschedule-recipients.ts";
import { resolveUncertainRecipient } from "./changes/resolve-uncertain.ts";
import { retryChunk } from "./changes/retry-now.ts";
import { applyBounceToState, type KnownRecipient, recordLateEvent } from "./late-events.ts";
import { releaseLeases } from "./leases.ts";
import { promoteDue } from "./promote-due.ts";
import { settleAttempts } from "./settle-attempts.ts";
import {
  RECIPIENT_STATES,
  type RecipientState,
  type SettledState,
  TRANSITIONS,
  type TransitionCause,
} from "./states.ts";

const database = useDatabase({ max: 2 });
const accountId = newId();

beforeEach(() => database.pool.query("TRUNCATE recipients, emails, events"));

/** A typical row in this state. Final states are never due. */
async function recipientIn(state: RecipientState, dueAt: string, isReady = false): Promise<string> {
  const email = draftEmail(accountId, { to: "a@example.com", subject: "x", text: "x" });
  await storeEmails(database, [email]);
  const isOpen = ["queued", "sending", "deferred", "uncertain"].includes(state);
  await database.pool.query(
    `UPDATE recipients SET state = $1, ready = $2 AND $4, lease = 1, due_at = CASE WHEN $2 THEN now() + $3::interval END`,
    [state, isOpen, dueAt, isReady],
  );
  return email.id;
}

type Perform = (emailId: string, to: RecipientState) => Promise<unknown>;
const claimOf = (emailId: string) => ({ accountId, emailId, position: 0, lease: 1 });
const scope = { accountId, domains: null };
const later = () => new Date(Date.now() + 3_600_000);
const withoutDueTime = () => database.pool.query("UPDATE recipients SET due_at = NULL");

const performers: Record<TransitionCause, { dueAt: string; perform: Perform[] }> = {
  claim: {
    dueAt: "-1 s",
    perform: [
      async () => {
        await promoteDue(database);
        await claimReady(database, { limit: 10 });
      },
    ],
  },
  release: {
    dueAt: "20 s",
    perform: [
      (emailId, previousState) =>
        releaseLeases(database, [{ claim: claimOf(emailId), previousState, dueAt: null }]),
    ],
  },
  settle: {
    dueAt: "20 s",
    perform: [
      (emailId, to) => {
        const outcome = { state: to as SettledState, retrySeconds: null, detail: {}, isTry: true };
        return settleAttempts(database, [{ claim: claimOf(emailId), ...outcome }]);
      },
    ],
  },
  cancel: {
    dueAt: "1 h",
    perform: [
      (emailId) => cancelEmailRecipients(database, accountId, emailId),
      () => cancelChunk(database, { scope, before: later(), limit: 10, reason: "purged" }),
    ],
  },
  reschedule: {
    dueAt: "1 h",
    perform: [(emailId) => rescheduleRecipients(database.db, { accountId, emailId, at: later() })],
  },
  retryNow: {
    dueAt: "1 h",
    perform: [() => retryChunk(database, { scope, before: later(), limit: 10 })],
  },
  holdRestored: {
    dueAt: "-1 s",
    perform: [() => holdRestoredChunk(database, { limit: 10, reason: "restored" })],
  },
  retryUncertain: { dueAt: "1 h", perform: [(emailId) => resolve(emailId, "retryUncertain")] },
  confirmDelivered: { dueAt: "1 h", perform: [(emailId) => resolve(emailId, "confirmDelivered")] },
  bounceLate: {
    dueAt: "1 h",
    perform: [(emailId) => applyBounceToState(database.db, knownOf(emailId))],
  },
};

async function resolve(emailId: string, cause: "retryUncertain" | "confirmDelivered") {
  await withoutDueTime();
  return await resolveUncertainRecipient(
    database,
    { accountId, emailId, position: 0 },
    { cause, reason: "decided" },
  );
}

const knownOf = (emailId: string) =>
  ({ account_id: accountId, email_id: emailId, position: 0, attempt: 1 }) as KnownRecipient;

async function stateNow(): Promise<RecipientState> {
  return (await database.pool.query("SELECT state FROM recipients")).rows[0].state;
}

const causes = Object.keys(TRANSITIONS) as TransitionCause[];
const pairs = causes.flatMap((cause) => RECIPIENT_STATES.map((state) => ({ cause, state })));

test.each(pairs)("$cause in state $state follows the table", async ({ cause, state }) => {
  const transitions: { [From in RecipientState]?: readonly RecipientState[] } = TRANSITIONS[cause];
  const { dueAt, perform } = performers[cause];
  for (const run of perform)
    for (const to of transitions[state] ?? [null]) {
      await database.pool.query("TRUNCATE recipients, emails, events");
      const emailId = await recipientIn(state, dueAt);
      await run(emailId, to ?? "delivered");
      expect(await stateNow()).toBe(to ?? state);
      const { rows } = await database.pool.query("SELECT type FROM events");
      // If the transition has an event, its type is the new state.
      expect(rows.filter(({ type }) => type !== (to ?? "none"))).toEqual([]);
    }
});

const changesByPeople = ["cancel", "reschedule", "retryNow", "holdRestored"] as const;
const readyPairs = changesByPeople.flatMap((cause) => RECIPIENT_STATES.map((state) => ({ cause, state })));

// A row is ready in state `sending` after a worker crashed with it.
test.each(readyPairs)(
  "$cause of a ready recipient in state $state follows the table",
  async ({ cause, state }) => {
    const transitions: { [From in RecipientState]?: readonly RecipientState[] } = TRANSITIONS[cause];
    for (const run of performers[cause].perform) {
      await database.pool.query("TRUNCATE recipients, emails, events");
      const [to = state] = transitions[state] ?? [];
      await run(await recipientIn(state, "-1 s", true), to);
      expect(await stateNow()).toBe(to);
    }
  },
);

test("a purge skips the mail of a crashed worker and cancels all other mail of its chunk", async () => {
  for (const state of ["sending", "queued"]) {
    await storeEmails(database, [
      draftEmail(accountId, { to: `${state}@example.com`, subject: "x", text: "x" }),
    ]);
    await database.pool.query(
      "UPDATE recipients SET state = $1, ready = false, due_at = now() - interval '1 s' WHERE address = $2",
      [state, `${state}@example.com`],
    );
  }
  await promoteDue(database);
  expect(await cancelChunk(database, { scope, before: later(), limit: 10, reason: "purged" })).toBe(1);
  const { rows } = await database.pool.query("SELECT address, state, ready FROM recipients ORDER BY address");
  expect(rows).toEqual([
    { address: "queued@example.com", state: "canceled", ready: false },
    { address: "sending@example.com", state: "sending", ready: true },
  ]);
});

test.each(RECIPIENT_STATES)("in state %s a late bounce is an event", async (state) => {
  const emailId = await recipientIn(state, "1 h");
  await recordLateEvent(database.db, knownOf(emailId), { type: "bounced", detail: { late: true } });
  expect(await stateNow()).toBe(state);
  const { rows } = await database.pool.query("SELECT type, attempt, detail FROM events");
  expect(rows).toEqual([{ type: "bounced", attempt: 1, detail: { late: true } }]);
});
