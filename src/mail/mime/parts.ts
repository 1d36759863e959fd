import { hash } from "node:crypto";
import type { ByteSink } from "./byte-sink.ts";
import { chooseTransferEncoding, type TransferEncoding, writeEncodedText } from "./transfer-encoding.ts";

/** The tree of a message's body. Attachments and inline parts will be further leaves, `mixed` and `related` further subtypes. */
export type Part = TextPart | Multipart;
type TextPart = { kind: "text"; subtype: "plain" | "html"; bytes: Buffer; encoding: TransferEncoding };
type Multipart = { kind: "multipart"; subtype: "alternative"; boundary: string; parts: Part[] };

/**
 * RFC 2045 §6.7 suggests "=_" in a boundary: neither quoted-printable nor base64 can produce it, and plain text that
 * holds it is sent as quoted-printable. So no content, however chosen, can end its part.
 */
const BOUNDARY_MARK = "=_";

export function textPart(subtype: "plain" | "html", text: string): TextPart {
  const bytes = Buffer.from(text); // half a surrogate pair becomes U+FFFD here
  const encoding = chooseTransferEncoding(bytes);
  const plain = encoding === "7bit" && bytes.includes(BOUNDARY_MARK) ? "quoted-printable" : encoding;
  return { kind: "text", subtype, bytes, encoding: plain };
}

/** RFC 2046 §5.1.4: the last alternative is the one that the sender likes best. */
export function alternative(parts: Part[], boundarySeed: string): Multipart {
  return { kind: "multipart", subtype: "alternative", boundary: boundaryFrom(boundarySeed), parts };
}

/** Writes a message's body with its Content headers, so that the last line ends in CRLF. */
export function writeRoot(sink: ByteSink, part: Part): void {
  writePart(sink, part);
  if (sink.endsWithLineBreak()) return;
  // A soft line break keeps the text as it was given, without a final line end.
  sink.writeText(part.kind === "text" && part.encoding === "quoted-printable" ? "=\r\n" : "\r\n");
}

function writePart(sink: ByteSink, part: Part): void {
  if (part.kind === "text") {
    sink.writeText(
      `Content-Type: text/${part.subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${part.encoding}\r\n\r\n`,
    );
    writeEncodedText(sink, part);
    return;
  }
  sink.writeText(`Content-Type: multipart/${part.subtype};\r\n boundary="${part.boundary}"\r\n`);
  for (const child of part.parts) {
    // RFC 2046 §5.1.1: the CRLF before the delimiter belongs to the delimiter, not to the part.
    sink.writeText(`\r\n--${part.boundary}\r\n`);
    writePart(sink, child);
  }
  sink.writeText(`\r\n--${part.boundary}--\r\n`);
}

function boundaryFrom(seed: string): string {
  return `${BOUNDARY_MARK}${hash("sha256", seed, "hex").slice(0, 32)}`;
}
