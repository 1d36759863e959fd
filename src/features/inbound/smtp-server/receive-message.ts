import type { Readable } from "node:stream";
import { errorInLineEnds, readHeaderFields } from "../../../mail/message/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { ByteBudget } from "../../../platform/memory/index.ts";
import { busy, collectBytes, SmtpReply } from "../../../platform/smtp-server/index.ts";
import type { InboundLimits } from "./inbound-limits.ts";

/** Messages to addresses that we signed, or those that anybody may send. */
export type Line = "signed" | "open";

/** A message as it is kept until it has been read. */
export type InboundMessage = {
  id: string;
  /** All of it, or its beginning. */
  raw: Buffer;
  sizeBytes: number;
  /** "" is the null path. */
  envelopeFrom: string;
  recipients: string[];
  clientIp: string;
  /** Of the client, which gets a part of the budgets. */
  network: string;
  helo: string;
  line: Line;
};

/** Resolves when the message is committed. */
export type StoreMessage = (message: InboundMessage) => Promise<void>;

type Transaction = Omit<InboundMessage, "id" | "raw" | "sizeBytes"> & {
  /** Of half a report nothing can be read: it is kept whole. */
  isReport: boolean;
};

/** From the first byte behind 354 to the commit; gives the text behind 250. Throws, and null when the client went away. */
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

/** RFC 5321 §4.4: the server that delivers writes down who sent it. Reports and automatic answers are told apart by it. */
function returnPathField(envelopeFrom: string): Buffer {
  return Buffer.from(`Return-Path: <${envelopeFrom}>\r\n`);
}

/** Of a message that was cut off. */
function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
}

/** Long lines and broken headers pass: a server that returns somebody's mail as it was did nothing wrong, and nothing goes on from here. */
function checkMessage(bytes: Buffer, { headerBytes, receivedHops }: InboundLimits): void {
  const problem = errorInLineEnds(bytes);
  if (problem !== null) throw new SmtpReply(550, `5.6.0 ${problem}`);
  const header = readHeaderFields(bytes, { maxBytes: headerBytes });
  const received = header.ok ? header.fields.filter(({ name }) => name === "received") : [];
  // RFC 5321 §6.3.
  if (received.length > receivedHops)
    throw new SmtpReply(554, "5.4.6 The message is in a loop: it has too many Received fields");
}
