import type { Readable } from "node:stream";
import { domainOf } from "../../mail/address/index.ts";
import { newId } from "../../platform/ids/index.ts";
import type { Sender, SubmitMessage } from "../emails/index.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { collectBytes } from "./collect-bytes.ts";
import { composeMessage, ownTrace } from "./compose-message.ts";
import { readSubmission } from "./read-submission.ts";
import type { Limits } from "./session/limits.ts";
import { SmtpReply } from "./smtp-reply.ts";

type Transaction = {
  sender: Sender;
  envelopeFrom: string;
  recipients: string[];
  /** RFC 3848 keyword of how it came. */
  protocol: string;
  /** Of the session, for the trace. */
  sessionId: string;
};

export type ReceiveDeps = {
  submitMessage: SubmitMessage;
  budget: ByteBudget;
  limits: Limits;
  /** Our name. */
  host: string;
};

/** From the first byte behind 354 to the commit; gives the text behind 250. Throws, and null when the client went away. */
export async function receiveMessage(
  stream: Readable,
  transaction: Transaction,
  { submitMessage, budget, limits, host }: ReceiveDeps,
): Promise<string | null> {
  const collected = await collectBytes(stream, { budget, maxBytes: limits.messageBytes });
  try {
    if (collected.fault === "gone") return null;
    if (collected.bytes === null) throw busy();
    return await submit(collected.bytes, transaction, { submitMessage, limits, host });
  } finally {
    collected.release();
  }
}

/** RFC 5321 §4.2.3: 452 insufficient system storage. */
export function busy(): SmtpReply {
  return new SmtpReply(452, "4.3.1 Too much mail at once; try again in a moment");
}

async function submit(
  message: Buffer,
  { sender, envelopeFrom, recipients, protocol, sessionId }: Transaction,
  { submitMessage, limits, host }: Pick<ReceiveDeps, "submitMessage" | "limits" | "host">,
): Promise<string> {
  const read = readSubmission(message, { ownTrace: ownTrace(host), limits });
  const { from, subject, idempotencyKey } = read;
  const messageId = read.messageId ?? `${newId()}@${domainOf(from.address)}`;
  const trace = { host, protocol, id: sessionId, at: new Date() };
  const raw = composeMessage(message, { read, messageId, trace });
  const asked = { raw, envelopeFrom, recipients, from, subject, messageId };
  const { id } = await submitMessage(asked, sender, idempotencyKey === null ? {} : { idempotencyKey });
  return `2.0.0 queued as ${id}`;
}
