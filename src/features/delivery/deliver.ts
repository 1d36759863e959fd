import { compareKey, domainOf } from "../../mail/address/index.ts";
import type { Database } from "../../platform/db/index.ts";
import { isContentRemoved, loadMessageContents, renderMessage } from "../emails/index.ts";
import { findSuppressed, type SuppressionReason, type UnsubscribeLinks } from "../suppressions/index.ts";
import type { ClaimedRecipient } from "./claimed-email.ts";
import { decideNext, decideUntried } from "./decide-next.ts";
import type { Notes } from "./journal/journal.ts";
import { MessageFault } from "./message-fault.ts";
import type { AttemptResult, Decision } from "./outcome.ts";
import type { Feedback } from "./pace/feedback.ts";
import type { Dispatch } from "./routing/hop.ts";
import { suppressed } from "./routing/suppressed.ts";

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
  notes: Notes;
  mayTransmit: () => boolean;
  onFeedback?: (feedback: Feedback | null) => void;
};

/** load what is large → render → sign → transmit → decide. What follows for each recipient, in order; the caller settles it. */
export async function deliver(dispatch: Dispatch, options: DeliverOptions): Promise<Decision[]> {
  const { email, recipients } = dispatch;
  await options.notes.begins(recipients.map(({ claim }) => claim));
  const late = await findSuppressedLate(dispatch, options.database);
  const due = recipients.filter(
    (recipient) => isDue(dispatch, recipient) && !late.has(compareKey(recipient.address)),
  );
  const results = due.length === 0 ? [] : await transmit({ ...dispatch, recipients: due }, options);
  const decided = new Map(
    due.map((recipient, index) => [
      recipient,
      decideNext(results[index] ?? nothingKnown, {
        tries: recipient.tries,
        secondsLeft: recipient.secondsLeft,
        random: Math.random(),
        policy: email.policy,
      }),
    ]),
  );
  return recipients.map(
    (recipient) =>
      decided.get(recipient) ??
      decideSuppressed(late.get(compareKey(recipient.address))) ??
      decideUntried(email.policy.on_uncertain, recipient),
  );
}

/** Noted just before the final dot and as soon as there is an answer, so that a crash leaves only those between in doubt. */
async function transmit(dispatch: Dispatch, options: DeliverOptions): Promise<AttemptResult[]> {
  const { recipients, from, hop } = dispatch;
  const { mayTransmit, notes, onFeedback } = options;
  const claims = recipients.map(({ claim }) => claim);
  const told = await hop.transmit({
    envelope: { from, recipients: recipients.map(({ address }) => address) },
    render: () => makeMessage(dispatch, options),
    ...(onFeedback && { onFeedback }),
    mayTransmit,
    // The lease may end while that is written.
    mayEnd: async () => mayTransmit() && (await notes.ends(claims, hop.taken)) && mayTransmit(),
  });
  const results = recipients.map((_, index) => ({ ...hop.taken, ...(told[index] ?? nothingKnown) }));
  await notes.answered(claims, results);
  return results;
}

/** What was lost with its worker may have arrived: an account that rather waits than sends twice has it held. */
function isDue({ email }: Dispatch, { secondsLeft, was }: ClaimedRecipient): boolean {
  return secondsLeft > 0 && !(was === "sending" && email.policy.on_uncertain === "hold");
}

/** H8: who unsubscribed after the claim. Transactional mail asks again only if it waited, for it was asked a moment ago. */
async function findSuppressedLate(
  { email: { accountId, email, claimedAt }, recipients }: Dispatch,
  database: Database,
): Promise<Map<string, SuppressionReason>> {
  if (email.stream !== "bulk" && performance.now() - claimedAt < askAgainAfterMs) return new Map();
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
  const message = await renderOrFault(
    email,
    contents ?? (await loadMessageContents(database, accountId, email).catch(throwFault)),
    // Bulk mail goes out one recipient at a time.
    email.stream === "bulk"
      ? await linksFor({ accountId, accountNumber, emailId: email.id, address, fromDomain })
      : null,
  );
  return await signMessage({ accountId, fromDomain, date: email.scheduled_at ?? email.created_at }, message);
}

/** Rendering depends on the row alone: what is too large for it today is too large tomorrow. */
async function renderOrFault(...given: Parameters<typeof renderMessage>): Promise<Buffer> {
  try {
    return await renderMessage(...given);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new MessageFault(`The message cannot be built: ${cause.message}.`, { cause });
  }
}

/** Contents that are gone do not come back; a database that does not answer does. */
function throwFault(error: unknown): never {
  if (isContentRemoved(error)) throw new MessageFault(error.message, { cause: error });
  throw error;
}

/** Longer than a claim and the way to its slot take when nothing is in the way. */
const askAgainAfterMs = 2_000;

const nothingKnown: AttemptResult = {
  kind: "uncertain",
  reason: "the transport did not answer for this recipient",
};
