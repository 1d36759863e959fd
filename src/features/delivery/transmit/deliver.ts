import { compareKey, domainOf } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { ThreadNotStarted } from "../../../platform/threads/index.ts";
import { isContentRemoved, loadMessageContents, renderMessage } from "../../emails/index.ts";
import type { Claim } from "../../recipients/index.ts";
import { findSuppressed, type SuppressionReason, type UnsubscribeLinks } from "../../suppressions/index.ts";
import type { ClaimedRecipient } from "../claim/claimed-email.ts";
import { isOfTheWholeWorker } from "../crash-guard/own-failures.ts";
import type { AttemptJournal } from "../journal/journal.ts";
import { waitsIfLong } from "../journal/waits-if-long.ts";
import { type AttemptResult, type Decision, isTried, type TransmitResult, type Untried } from "../outcome.ts";
import type { Dispatch } from "../route/hop.ts";
import { suppressed } from "../route/suppressed.ts";
import { decideNext, decideUntried } from "../settle/decide-next.ts";
import type { Feedback } from "../throttles/feedback.ts";
import { MessageError } from "./message-error.ts";

/** Changes the bytes of a message that leaves: signs it. */
export type SignMessage = (
  email: { accountId: string; fromDomain: string; date: Date },
  message: Buffer,
) => Promise<Buffer>;

/** By what a recipient ends the bulk mail of an account. */
export type LinksFor = (subscription: {
  accountId: string;
  accountNumber: number | null;
  emailId: string;
  address: string;
  /** Of the address in From. */
  fromDomain: string;
}) => Promise<UnsubscribeLinks>;

type DeliverOptions = {
  database: Database;
  signMessage: SignMessage;
  linksFor: LinksFor;
  journal: AttemptJournal;
  mayTransmit: () => boolean;
  log: Logger;
  onFeedback?: (feedback: Feedback | null) => void;
};

/**
 * load what is large → render → sign → transmit → decide. What follows for each recipient, in order; the caller settles it, or gives it
 * back. Throws for failures of ours, and only while nothing has been sent that a server could act on.
 */
export async function deliver(dispatch: Dispatch, options: DeliverOptions): Promise<(Decision | Untried)[]> {
  const { email, recipients } = dispatch;
  await options.journal.recordStarted(recipients.map(({ claim }) => claim));
  const late = await findSuppressedLate(dispatch, options.database);
  const due = recipients.filter(
    (recipient) => isDue(dispatch, recipient) && !late.has(compareKey(recipient.address)),
  );
  const told = due.length === 0 ? [] : await transmit({ ...dispatch, recipients: due }, options);
  const decided = new Map(
    due.map((recipient, index): [ClaimedRecipient, Decision | Untried] => {
      const result = told[index] ?? nothingKnown;
      const { tries, secondsLeft } = recipient;
      const given = { tries, secondsLeft, random: Math.random(), policy: email.policy };
      return [recipient, isTried(result) ? decideNext(result, given) : result];
    }),
  );
  return recipients.map(
    (recipient) =>
      decided.get(recipient) ??
      decideSuppressed(late.get(compareKey(recipient.address))) ??
      decideUntried(email.policy.on_uncertain, recipient),
  );
}

/** Noted just before the final dot and as soon as there is an answer, so that a crash leaves only those between in doubt. */
async function transmit(dispatch: Dispatch, options: DeliverOptions): Promise<TransmitResult[]> {
  const { email, recipients, from, hop } = dispatch;
  const { mayTransmit, journal, log, onFeedback } = options;
  const claims = recipients.map(({ claim }) => claim);
  let mayHaveEnded = false;
  let waiting: ReturnType<typeof waitsIfLong> | null = null;
  const transmission = {
    envelope: { from, recipients: recipients.map(({ address }) => address) },
    render: async () => {
      const message = await makeMessage(dispatch, options);
      waiting?.end();
      waiting = waitsIfLong(journal, () => claims);
      return message;
    },
    ...(onFeedback && { onFeedback }),
    mayTransmit,
    mayEnd: async () => {
      waiting?.end();
      // The lease may end while that is written.
      mayHaveEnded = mayTransmit() && (await journal.recordFinalDot(claims, hop.taken)) && mayTransmit();
      return mayHaveEnded;
    },
  };
  const told = await hop
    .transmit(transmission)
    .finally(() => waiting?.end())
    .catch((error: unknown) => {
      if (error instanceof MessageError) return recipients.map(() => error.result);
      // Law of the dot: from here on nobody may claim that nothing was sent.
      if (!mayHaveEnded) throw error;
      log.error(
        { event: "delivery.uncertain", emailId: email.email.id, err: error },
        "a failure of ours came after the end of a message was sent, so it may or may not have arrived",
      );
      return recipients.map(() => brokeAfterTheEnd);
    });
  const results = recipients.map((_, index): TransmitResult => {
    const one = told[index] ?? nothingKnown;
    return isTried(one) ? { ...hop.taken, ...one } : one;
  });
  const tried = results.flatMap((result, index) =>
    isTried(result) ? [{ result, claim: claims[index] as Claim }] : [],
  );
  await journal.recordReply(
    tried.map(({ claim }) => claim),
    tried.map(({ result }) => result),
  );
  return results;
}

/** What was lost with its worker may have arrived: an account that rather waits than sends twice has it held. */
function isDue({ email }: Dispatch, { secondsLeft, previousState }: ClaimedRecipient): boolean {
  return secondsLeft > 0 && !(previousState === "sending" && email.policy.on_uncertain === "hold");
}

/** H8: who unsubscribed after the claim. Transactional mail asks again only if it waited, for it was asked a moment ago. */
async function findSuppressedLate(
  { email: { accountId, email, claimedAt }, recipients }: Dispatch,
  database: Database,
): Promise<Map<string, SuppressionReason>> {
  if (email.stream !== "bulk" && performance.now() - claimedAt < ASK_AGAIN_AFTER_MS) return new Map();
  const addressKeys = recipients.map(({ address }) => compareKey(address));
  return await findSuppressed(database, { accountId, addressKeys, stream: email.stream ?? "transactional" });
}

function decideSuppressed(reason: SuppressionReason | undefined): Decision | null {
  return reason ? { state: "suppressed", retrySeconds: null, result: suppressed(reason) } : null;
}

async function makeMessage(
  { email: { accountId, accountNumber, email, contents }, recipients }: Dispatch,
  { database, signMessage, linksFor }: DeliverOptions,
): Promise<Buffer> {
  const [{ address } = { address: "" }] = recipients;
  const fromDomain = domainOf(email.mail_from.address);
  const whole = contents ?? (await loadMessageContents(database, accountId, email).catch(throwMessageError));
  // Bulk mail goes out one recipient at a time.
  const links =
    email.stream === "bulk"
      ? await linksFor({ accountId, accountNumber, emailId: email.id, address, fromDomain })
      : null;
  const message = await renderOrThrow(email, whole, links);
  return await signMessage({ accountId, fromDomain, date: email.scheduled_at ?? email.created_at }, message);
}

/** Rendering depends on the row alone, so what it throws is a problem of this message. What is too large today is too large tomorrow. */
async function renderOrThrow(...given: Parameters<typeof renderMessage>): Promise<Buffer> {
  try {
    return await renderMessage(...given);
  } catch (cause) {
    if (isOfTheWholeWorker(cause) || cause instanceof ThreadNotStarted) throw cause;
    if (cause instanceof RangeError)
      throw new MessageError(`The message cannot be built: ${cause.message}.`, { cause, isFinal: true });
    throw new MessageError("The message could not be built from what is stored of it.", { cause });
  }
}

/** Contents that are gone are a fact about this message; a database that cannot be asked is a failure of ours. */
function throwMessageError(error: unknown): never {
  if (isContentRemoved(error)) throw new MessageError(error.message, { cause: error, isFinal: true });
  throw error;
}

/** Longer than a claim and the way to its slot take when nothing is in the way. */
const ASK_AGAIN_AFTER_MS = 2_000;

const brokeAfterTheEnd: AttemptResult = {
  kind: "uncertain",
  phase: "dot",
  reason:
    "a failure of ours came after the whole message was sent, so it may or may not have arrived; the log has the cause",
};

const nothingKnown: AttemptResult = {
  kind: "uncertain",
  reason: "the transport did not answer for this recipient",
};
