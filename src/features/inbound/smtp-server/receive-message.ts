import type { Readable } from "node:stream";
import { errorInLineEnds, readHeaderFields } from "../../../mail/message/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { ByteBudget } from "../../../platform/memory/index.ts";
import { busy, collectBytes, SmtpReply } from "../../../platform/smtp-server/index.ts";
import type { InboundLimits } from "./inbound-limits.ts";

/** `signed`: mail to addresses with our token, which only recipients of our mail know. `open`: mail that anyone may send. */
export type Line = "signed" | "open";

/** A message as it is stored until it has been read. */
export type InboundMessage = {
  id: string;
  /** The whole message, or its beginning. */
  raw: Buffer;
  sizeBytes: number;
  /** Empty for the null path. */
  envelopeFrom: string;
  recipients: string[];
  clientIp: string;
  /** The client's network. Budgets are shared by network. */
  network: string;
  helo: string;
  line: Line;
};

/** Resolves when the message is committed. */
export type StoreMessage = (message: InboundMessage) => Promise<void>;

type Transaction = Omit<InboundMessage, "id" | "raw" | "sizeBytes"> & {
  /** A truncated report cannot be read, so reports are stored whole. */
  isReport: boolean;
};

/** Reads the data after 354 and stores it. Returns the text of the 250 reply, or null when the client disconnected. Throws SmtpReply. */
export async function receiveMessage(
  stream: Readable,
  { isReport, ...transaction }: Transaction,
  { storeMessage, budget, limits }: { storeMessage: StoreMessage; budget: ByteBudget; limits: InboundLimits },
): Promise<string | null> {
  const maxBytes = isReport ? limits.reportBytes : limits.messageBytes;
  const keepBytes = isReport ? maxBytes : limits.headBytes;
  const prefix = returnPathField(transaction.envelopeFrom);
  const { network: source } = transaction;
  const collected = await collectBytes(stream, { budget, source, maxBytes, keepBytes, prefix });
  try {
    if (collected.problem === "gone") return null;
    // RFC 5321 §4.2.3: 552 exceeded storage allocation.
    if (collected.problem === "too large") throw new SmtpReply(552, "5.3.4 The message is too large");
    if (collected.problem !== null) throw busy();
    const raw = collected.sizeBytes > keepBytes ? wholeLines(collected.bytes) : collected.bytes;
    const sizeBytes = prefix.length + collected.sizeBytes;
    checkMessage(raw, limits);
    const id = newId();
    await storeMessage({ ...transaction, id, raw, sizeBytes });
    return `2.0.0 kept as ${id}`;
  } finally {
    collected.release();
  }
}

/** RFC 5321 §4.4: the delivering server records the envelope sender. The reader uses it to recognize reports and automatic replies. */
function returnPathField(envelopeFrom: string): Buffer {
  return Buffer.from(`Return-Path: <${envelopeFrom}>\r\n`);
}

/** Removes the incomplete last line of a truncated message. */
function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
}

/** Long lines and broken headers are accepted: a server may return the original mail unchanged, and we never relay it. */
function checkMessage(bytes: Buffer, { headerBytes, receivedHops }: InboundLimits): void {
  const problem = errorInLineEnds(bytes);
  if (problem !== null) throw new SmtpReply(550, `5.6.0 ${problem}`);
  const header = readHeaderFields(bytes, { maxBytes: headerBytes });
  const received = header.ok ? header.fields.filter(({ name }) => name === "received") : [];
  // RFC 5321 §6.3.
  if (received.length > receivedHops)
    throw new SmtpReply(554, "5.4.6 The message is in a loop: it has too many Received fields");
}
