import { compareKey } from "../../../mail/address/index.ts";
import { addDuration } from "../../../mail/smtp/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";
import { findSuppressed, type ReasonForNoMail } from "../../suppressions/index.ts";
import type { ClaimedRecipient } from "../claim/claimed-email.ts";
import type { IsPaused } from "../claim/known-pauses.ts";
import type { AttemptJournal } from "../journal/attempt-journal.ts";
import {
  type AttemptResult,
  type Decision,
  isTried,
  type TransmitResult,
  type Untried,
  untried,
} from "../outcome.ts";
import type { Dispatch } from "../route/hop.ts";
import { suppressed } from "../route/suppressed.ts";
import { decideFor, decideUntried } from "../settle/decide-next.ts";
import type { Feedback } from "../throttles/feedback.ts";
import { type MessageOptions, makeMessage } from "./make-message.ts";
import { MessageError } from "./message-error.ts";
import type { Signer } from "./transport.ts";

type DeliverOptions = MessageOptions & {
  journal: AttemptJournal;
  mayTransmit: () => boolean;
  /** Null: nothing is paused. */
  isPaused?: IsPaused | null;
  log: Logger;
  onFeedback?: (feedback: Feedback | null) => void;
};

/**
 * One transaction: load contents → render → sign → transmit → decide. Returns a step for each recipient, in order. Throws for internal
 * failures, and only before anything was sent that a server could act on.
 */
export async function deliver(dispatch: Dispatch, options: DeliverOptions): Promise<(Decision | Untried)[]> {
  const { email, recipients } = dispatch;
  await options.journal.recordStarted(recipients.map(({ claim }) => claim));
  const suppressedSince = await findNewlySuppressed(dispatch, options.database);
  const isPaused = ({ domain }: ClaimedRecipient) => options.isPaused?.(domain) ?? false;
  const due = recipients.filter(
    (recipient) =>
      !isPaused(recipient) &&
      isDue(dispatch, recipient) &&
      !suppressedSince.has(compareKey(recipient.address)),
  );
  const results = due.length === 0 ? [] : await transmit({ ...dispatch, recipients: due }, options);
  const decided = new Map(
    due.map((recipient, index): [ClaimedRecipient, Decision | Untried] => {
      const result = results[index] ?? NO_RESULT;
      return [recipient, isTried(result) ? decideFor(email, recipient, result) : result];
    }),
  );
  return recipients.map(
    (recipient) =>
      decided.get(recipient) ??
      decideSuppressed(suppressedSince.get(compareKey(recipient.address)), dispatch, recipient) ??
      (isPaused(recipient) ? untried("paused") : null) ??
      decideUntried(email.policy.on_uncertain, recipient),
  );
}

/** Records in the journal just before the final dot and right after the reply, so that a crash leaves in doubt only mail in between. */
async function transmit(dispatch: Dispatch, options: DeliverOptions): Promise<TransmitResult[]> {
  const { email, recipients, from, hop, dnsMs = 0 } = dispatch;
  const { mayTransmit, journal, log, onFeedback } = options;
  const claims = recipients.map(({ claim }) => claim);
  const startedAt = Date.now();
  const dueMs = Math.round(1_000 * Math.min(...recipients.map(({ dueAt }) => dueAt)));
  let mayHaveSentDot = false;
  let trackingChange: string | null = null;
  let waiting: ReturnType<AttemptJournal["recordWaitingIfLong"]> | null = null;
  const transmission = {
    envelope: { from, recipients: recipients.map(({ address }) => address) },
    render: async (signer: Signer = "us") => {
      const { message, trackingChange: change } = await makeMessage(dispatch, options, signer);
      trackingChange = change;
      waiting?.end();
      waiting = journal.recordWaitingIfLong(() => claims);
      return message;
    },
    ...(onFeedback && { onFeedback }),
    mayTransmit,
    maySendFinalDot: async () => {
      waiting?.end();
      // The lease may end during the write.
      mayHaveSentDot = mayTransmit() && (await journal.recordFinalDot(claims, hop.taken)) && mayTransmit();
      return mayHaveSentDot;
    },
  };
  const transmitted = await hop
    .transmit(transmission)
    .finally(() => waiting?.end())
    .catch((error: unknown) => {
      if (error instanceof MessageError) return recipients.map(() => error.result);
      // After the final dot, an attempt must never be reported as not sent.
      if (!mayHaveSentDot) throw error;
      log.error(
        { event: "delivery.uncertain", emailId: email.email.id, err: error },
        "an internal error occurred after the end of a message was sent, so it may or may not have arrived",
      );
      return recipients.map(() => FAILED_AFTER_FINAL_DOT);
    });
  const results = recipients.map((_, index): TransmitResult => {
    const result = transmitted[index] ?? NO_RESULT;
    if (!isTried(result)) return result;
    return { ...hop.taken, ...(trackingChange !== null && { tracking: trackingChange }), ...result };
  });
  const timed = results.find(isTried);
  if (timed) addWaits(timed, { queueMs: startedAt - dueMs, dnsMs });
  const tried = results.flatMap((result, index) =>
    isTried(result) ? [{ result, claim: claims[index] as Claim }] : [],
  );
  await journal.recordReply(
    tried.map(({ claim }) => claim),
    tried.map(({ result }) => result),
  );
  return results;
}

/** Adds the time before the transmission, since the first recipient was due. Clocks of two machines may differ, so it may be negative. */
function addWaits(
  { durations }: AttemptResult,
  { queueMs, dnsMs }: { queueMs: number; dnsMs: number },
): void {
  if (durations === undefined) return;
  addDuration(durations, "queue", queueMs - dnsMs);
  addDuration(durations, "dns", dnsMs);
}

/** Mail whose worker crashed may have arrived. With `on_uncertain: hold` it is not sent again. */
function isDue({ email }: Dispatch, { secondsLeft, previousState }: ClaimedRecipient): boolean {
  return secondsLeft > 0 && !(previousState === "sending" && email.policy.on_uncertain === "hold");
}

/** Finds recipients that were suppressed after the claim. Transactional mail is checked again only if it waited since. */
async function findNewlySuppressed(
  { email: { accountId, email, claimedAt }, recipients }: Dispatch,
  database: Database,
): Promise<Map<string, ReasonForNoMail>> {
  if (email.stream !== "bulk" && performance.now() - claimedAt < CHECK_AGAIN_AFTER_MS) return new Map();
  const addressKeys = recipients.map(({ address }) => compareKey(address));
  return await findSuppressed(database, { accountId, addressKeys, stream: email.stream ?? "transactional" });
}

function decideSuppressed(
  reason: ReasonForNoMail | undefined,
  { email }: Dispatch,
  recipient: ClaimedRecipient,
): Decision | null {
  return reason ? decideFor(email, recipient, suppressed(reason)) : null;
}

/** Longer than the normal time from a claim to its transaction. */
const CHECK_AGAIN_AFTER_MS = 2_000;

const FAILED_AFTER_FINAL_DOT: AttemptResult = {
  kind: "uncertain",
  phase: "dot",
  reason:
    "an internal error occurred after the whole message was sent, so it may or may not have arrived; the log has the cause",
};

const NO_RESULT: AttemptResult = {
  kind: "uncertain",
  reason: "the transport returned no result for this recipient",
};
