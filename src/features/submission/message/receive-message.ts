import type { Readable } from "node:stream";
import { domainOf } from "../../../mail/address/index.ts";
import { type AppError, orThrow } from "../../../platform/errors/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { ByteBudget } from "../../../platform/memory/index.ts";
import { busy, collectBytes, type Limits, SmtpReply } from "../../../platform/smtp-server/index.ts";
import type { Accepted, Sender, SubmittedMessage } from "../../emails/index.ts";
import { changeMessage } from "./change-message.ts";
import { composeMessage, ownTrace } from "./compose-message.ts";
import { readSubmission } from "./read-submission.ts";

type Transaction = {
  sender: Sender;
  envelopeFrom: string;
  recipients: string[];
  /** RFC 3848 keyword of the protocol, such as ESMTPSA. */
  protocol: string;
  /** For the trace field. */
  sessionId: string;
};

/** Sends a message as it is. */
export type SubmitMessage = (
  message: SubmittedMessage,
  sender: Sender,
  options?: { idempotencyKey?: string },
) => Promise<Accepted | AppError>;

export type ReceiveDeps = {
  submitMessage: SubmitMessage;
  /** Returns `sender_not_allowed`, or null. */
  senderError: (address: string, sender: Sender) => Promise<AppError | null>;
  budget: ByteBudget;
  limits: Limits;
  /** The host name of this server. */
  host: string;
};

/** Receives a message after 354 and commits it. Returns the text of the 250 reply, or null if the client disconnected. Throws errors. */
export async function receiveMessage(
  stream: Readable,
  transaction: Transaction,
  deps: ReceiveDeps,
): Promise<string | null> {
  const { submitMessage, budget, limits } = deps;
  const source = transaction.sender.accountId;
  let collected = await collectBytes(stream, { budget, source, maxBytes: limits.messageBytes });
  const { release } = collected;
  try {
    if (collected.problem === "gone") return null;
    if (collected.problem === "too large") throw tooLarge();
    if (collected.problem !== null) throw busy();
    const { message, idempotencyKey } = await prepareMessage(collected.bytes, transaction, deps);
    // Frees the received bytes during the commit: only the composed message is needed.
    collected = { bytes: null, problem: "gone", release };
    const options = idempotencyKey === null ? {} : { idempotencyKey };
    const { id } = orThrow(await submitMessage(message, transaction.sender, options));
    return `2.0.0 queued as ${id}`;
  } finally {
    release();
  }
}

/** RFC 5321 §4.2.3: 552 exceeded storage allocation. */
function tooLarge(): SmtpReply {
  return new SmtpReply(552, "5.3.4 The message is too large");
}

async function prepareMessage(
  bytes: Buffer,
  { sender, envelopeFrom, recipients, protocol, sessionId }: Transaction,
  { limits, host, senderError }: ReceiveDeps,
): Promise<{ message: SubmittedMessage; idempotencyKey: string | null }> {
  const read = readSubmission(bytes, { ownTrace: ownTrace(host), limits });
  const { from, subject, idempotencyKey } = read;
  for (const { address } of read.furtherSenders) orThrow(await senderError(address, sender));
  const { edits, changes } = await changeMessage(bytes, read, sender);
  const messageId = read.messageId ?? `${newId()}@${domainOf(from.address)}`;
  const trace = { host, protocol, id: sessionId, at: new Date() };
  const raw = composeMessage(bytes, { read, edits, messageId, trace });
  if (edits.length > 0 && raw.length > limits.messageBytes) throw tooLarge();
  const message = { raw, envelopeFrom, recipients, from, subject, messageId, changes };
  return { message, idempotencyKey };
}
