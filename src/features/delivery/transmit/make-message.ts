import { compareKey, domainOf } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { ThreadNotStarted } from "../../../platform/threads/index.ts";
import { isContentRemoved, loadMessageContents, renderMessage } from "../../emails/index.ts";
import type { UnsubscribeLinks } from "../../suppressions/index.ts";
import type { SentTracking, TrackedRecipient, Tracking } from "../../tracking/index.ts";
import { isOfTheWholeWorker } from "../crash-guard/own-failures.ts";
import type { Dispatch } from "../route/hop.ts";
import { MessageError } from "./message-error.ts";
import type { Signer } from "./transport.ts";

/** Signs a message. */
export type SignMessage = (
  email: { accountId: string; fromDomain: string; date: Date },
  message: Buffer,
) => Promise<Buffer>;

/** Returns the unsubscribe links of a recipient. */
export type LinksFor = (subscription: {
  accountId: string;
  accountNumber: number | null;
  emailId: string;
  address: string;
  /** The domain of the address in From. */
  fromDomain: string;
}) => Promise<UnsubscribeLinks>;

/** Makes the links of an email's HTML tracked for one recipient. */
export type TrackHtml = (
  html: string,
  tracked: { tracking: Tracking; recipient: TrackedRecipient; unsubscribeUrls: string[] },
) => string;

/** Returns the tracking of an email now. Since it was accepted, its host may have broken, or tracking may have been switched off for the contact. */
export type TrackingWhenSent = (mail: {
  accountId: string;
  fromDomain: string;
  /** The recipient: tracked mail has one for each transaction. */
  addressKey: string;
  tracking: Tracking;
}) => Promise<SentTracking>;

export type MessageOptions = {
  database: Database;
  signMessage: SignMessage;
  linksFor: LinksFor;
  trackingWhenSent: TrackingWhenSent;
  trackHtml: TrackHtml;
};

/** `trackingChange`: a sentence about how the message's tracking differs from the email's. */
type MadeMessage = { message: Buffer; trackingChange: string | null };

/**
 * Loads and renders the message of a transaction, and signs it unless its relay does. Throws MessageError if the message cannot be made,
 * other errors for internal failures.
 */
export async function makeMessage(
  dispatch: Dispatch,
  options: MessageOptions,
  signer: Signer,
): Promise<MadeMessage> {
  const { tracking, change } = await trackingOf(dispatch, options);
  const rendered = await render(dispatch, tracking, options);
  const message = signer === "us" ? await sign(rendered, dispatch, options) : rendered;
  return { message, trackingChange: change };
}

async function sign(
  message: Buffer,
  { email: { accountId, email } }: Dispatch,
  { signMessage }: MessageOptions,
): Promise<Buffer> {
  const fromDomain = domainOf(email.mail_from.address);
  return await signMessage({ accountId, fromDomain, date: email.scheduled_at ?? email.created_at }, message);
}

async function trackingOf(
  { email: { accountId, email }, recipients }: Dispatch,
  { trackingWhenSent }: MessageOptions,
): Promise<SentTracking> {
  const { tracking } = email;
  if (tracking === null) return { tracking, change: null };
  const [{ address } = NO_RECIPIENT] = recipients;
  return await trackingWhenSent({
    accountId,
    fromDomain: domainOf(email.mail_from.address),
    addressKey: compareKey(address),
    tracking,
  });
}

async function render(
  { email: { accountId, accountNumber, email, contents }, recipients }: Dispatch,
  tracking: Tracking | null,
  { database, linksFor, trackHtml }: MessageOptions,
): Promise<Buffer> {
  const [
    {
      address,
      claim: { position },
    } = NO_RECIPIENT,
  ] = recipients;
  const fromDomain = domainOf(email.mail_from.address);
  const loaded =
    contents ?? (await loadMessageContents(database, accountId, { email }).catch(throwMessageError));
  // A transaction of bulk or tracked mail has one recipient.
  const unsubscribe =
    email.stream === "bulk"
      ? await linksFor({ accountId, accountNumber, emailId: email.id, address, fromDomain })
      : null;
  const { id: emailId } = email;
  const track =
    tracking === null || accountNumber === null
      ? null
      : (html: string, unsubscribeUrls: string[]) =>
          trackHtml(html, { tracking, recipient: { accountNumber, emailId, position }, unsubscribeUrls });
  return await renderOrThrow(email, loaded, { unsubscribe, track });
}

/** Rendering depends only on the row, so its errors belong to this message. A message that is too large stays so. */
async function renderOrThrow(...input: Parameters<typeof renderMessage>): Promise<Buffer> {
  try {
    return await renderMessage(...input);
  } catch (cause) {
    if (isOfTheWholeWorker(cause) || cause instanceof ThreadNotStarted) throw cause;
    if (cause instanceof RangeError)
      throw new MessageError(`The message cannot be built: ${cause.message}.`, { cause, isFinal: true });
    throw new MessageError("The message could not be built from its stored contents.", { cause });
  }
}

/** Removed contents are a fact about this message. An unavailable database is an internal failure. */
function throwMessageError(error: unknown): never {
  if (isContentRemoved(error)) throw new MessageError(error.message, { cause: error, isFinal: true });
  throw error;
}

const NO_RECIPIENT = { address: "", claim: { position: 0 } };
