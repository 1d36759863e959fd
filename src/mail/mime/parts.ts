import { hash } from "node:crypto";
import type { ByteSink } from "./byte-sink.ts";
import { type FilePart, writeFilePart } from "./file-part.ts";
import { chooseTransferEncoding, type TransferEncoding, writeEncodedText } from "./transfer-encoding.ts";

/** The tree of a message's body. */
export type Part = TextPart | FilePart | Multipart;
type TextPart = { kind: "text"; subtype: "plain" | "html"; bytes: Buffer; encoding: TransferEncoding };
type Multipart = { kind: "multipart"; subtype: Subtype; boundary: string; parts: Part[] };
/** RFC 2046 §5.1.3 and §5.1.4, RFC 2387. */
type Subtype = "mixed" | "related" | "alternative";

/**
 * RFC 2045 §6.7 suggests "=_" in a boundary: neither quoted-printable nor base64 can produce it, and plain text that
 * contains it is sent as quoted-printable. So no content can end its part.
 */
const BOUNDARY_MARK = "=_";

export function textPart(subtype: "plain" | "html", text: string): TextPart {
  const bytes = Buffer.from(text); // half a surrogate pair becomes U+FFFD here
  const encoding = chooseTransferEncoding(bytes);
  const plain = encoding === "7bit" && bytes.includes(BOUNDARY_MARK) ? "quoted-printable" : encoding;
  return { kind: "text", subtype, bytes, encoding: plain };
}

/** Parts in order. In multipart/alternative the last is the sender's preferred one (RFC 2046 §5.1.4). */
export function multipart(subtype: Subtype, parts: Part[], boundarySeed: string): Multipart {
  return { kind: "multipart", subtype, boundary: boundaryFrom(subtype, boundarySeed), parts };
}

/** Writes a message's body with its Content headers. The last line ends with CRLF. */
export function writeRoot(sink: ByteSink, part: Part): void {
  writePart(sink, part);
  if (sink.endsWithLineBreak()) return;
  // A soft line break keeps the text unchanged, without a final line end.
  sink.writeText(part.kind === "text" && part.encoding === "quoted-printable" ? "=\r\n" : "\r\n");
}

function writePart(sink: ByteSink, part: Part): void {
  if (part.kind === "text") writeTextPart(sink, part);
  else if (part.kind === "file") writeFilePart(sink, part);
  else writeMultipart(sink, part);
}

function writeTextPart(sink: ByteSink, part: TextPart): void {
  sink.writeText(
    `Content-Type: text/${part.subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${part.encoding}\r\n\r\n`,
  );
  writeEncodedText(sink, part);
}

function writeMultipart(sink: ByteSink, { subtype, boundary, parts }: Multipart): void {
  sink.writeText(`Content-Type: multipart/${subtype};\r\n`);
  // RFC 2387 §3.1: "type" must name the content type of the root, which is the first part.
  if (subtype === "related") sink.writeText(` type="${typeOf(parts[0])}";\r\n`);
  sink.writeText(` boundary="${boundary}"\r\n`);
  for (const part of parts) {
    // RFC 2046 §5.1.1: the CRLF before the delimiter belongs to the delimiter, not to the part.
    sink.writeText(`\r\n--${boundary}\r\n`);
    writePart(sink, part);
  }
  sink.writeText(`\r\n--${boundary}--\r\n`);
}

function typeOf(part: Part | undefined): string {
  return part?.kind === "multipart" ? `multipart/${part.subtype}` : "text/html";
}

/** Each level has its own boundary: an inner delimiter that begins like an outer one would end the outer part. */
function boundaryFrom(subtype: Subtype, seed: string): string {
  const digest = hash("sha256", subtype === "alternative" ? seed : `${subtype} ${seed}`, "hex");
  return `${BOUNDARY_MARK}${digest.slice(0, 32)}`;
}
