import { isAscii, isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { writeBase64 } from "../../mime/base64.ts";
import { ByteSink } from "../../mime/byte-sink.ts";
import { writeQuotedPrintable } from "../../mime/quoted-printable.ts";
import { chooseTransferEncoding } from "../../mime/transfer-encoding.ts";
import type { Edit } from "../edit.ts";
import type { Entity } from "./read-entity.ts";

export type BodyEncoding = "quoted-printable" | "base64";

/** A multiple of 57, so that base64 lines are full. A chunk takes a few milliseconds. */
const CHUNK_BYTES = 57 * 8_192;
/** Only this much of a body is read to choose the shorter encoding, because reading 40 MB would block the thread. */
const SAMPLE_BYTES = 1 << 20;
const LF = 10;
const SOFT_BREAK = "=\r\n";

/** Encodes the body of a part with short lines and updates its header. The decoded content does not change. */
export async function encodeBody(
  message: Buffer,
  entity: Entity,
): Promise<{ encoding: BodyEncoding; edits: Edit[] }> {
  const { bodyStart, end, type, fields, headerEnd } = entity;
  const body = message.subarray(bodyStart, end);
  const isText = type === null || type.startsWith("text/");
  const isLegible = isText && chooseTransferEncoding(body.subarray(0, SAMPLE_BYTES)) !== "base64";
  const encoding = isLegible ? "quoted-printable" : "base64";
  const bytes = encoding === "base64" ? await encodeBase64(body) : await encodeQuotedPrintable(body);
  const field = Buffer.from(`Content-Transfer-Encoding: ${encoding}\r\n`);
  const old = fields.find(({ name }) => name === "content-transfer-encoding");
  const edits: Edit[] = [
    { start: old?.start ?? headerEnd, end: old?.end ?? headerEnd, bytes: field },
    { start: bodyStart, end, bytes },
  ];
  // RFC 2045 §5.2: a part without a Content-Type counts as US-ASCII, which this UTF-8 text is not.
  if (type === null && isUtf8(body) && !isAscii(body))
    edits.push({
      start: headerEnd,
      end: headerEnd,
      bytes: Buffer.from("Content-Type: text/plain; charset=utf-8\r\n"),
    });
  return { encoding, edits };
}

async function encodeQuotedPrintable(body: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const sink = new ByteSink();
  for (let at = 0; at < body.length; ) {
    if (at > 0) await nextTurn();
    let end = Math.min(body.length, at + CHUNK_BYTES);
    // CR and LF stay in one chunk.
    if (end < body.length && body[end] === LF) end += 1;
    writeQuotedPrintable(sink, body.subarray(at, end));
    if (end < body.length && body[end - 1] !== LF) sink.writeText(SOFT_BREAK);
    pieces.push(sink.take());
    at = end;
  }
  return Buffer.concat(pieces);
}

async function encodeBase64(body: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const sink = new ByteSink();
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    if (at > 0) await nextTurn();
    writeBase64(sink, body.subarray(at, at + CHUNK_BYTES));
    sink.writeText("\r\n");
    pieces.push(sink.take());
  }
  return Buffer.concat(pieces);
}
