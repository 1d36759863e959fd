import { plainTextOf } from "../../html/index.ts";
import { readText as readHeader } from "../../message/index.ts";

/** A bounce states its result near the beginning; the remaining text is the returned message. */
const MAX_LENGTH = 64 * 1024;

/** Decodes the octets of a part (one character each) to text with LF as line end. */
export function readBody(
  raw: string,
  { encoding, charset, isHtml }: { encoding: string | null; charset: string | null; isHtml: boolean },
): string {
  const bytes = decodeTransfer(raw.slice(0, 2 * MAX_LENGTH), encoding).subarray(0, MAX_LENGTH);
  const text = decodeCharset(bytes, charset).replace(/\r\n?/g, "\n");
  return isHtml ? plainTextOf(text, { isWrapped: false, showsTargets: false }) : text;
}

/** Decodes the octets of a part (RFC 2045 §6) leniently: invalid base64 and invalid `=XX` are skipped. */
export function decodeTransfer(raw: string, encoding: string | null): Buffer {
  switch (encoding?.trim().toLowerCase()) {
    case "base64":
      return Buffer.from(raw, "base64");
    case "quoted-printable":
      return Buffer.from(
        raw
          .replace(/=[ \t]*\n/g, "")
          .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      );
    default:
      return Buffer.from(raw, "latin1");
  }
}

/** Decodes bytes in the given charset, by default UTF-8. If that fails, each octet becomes one character. */
function decodeCharset(bytes: Buffer, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

/** Decodes the value of a field (one character per octet) to text, including its encoded words. */
export function readHeaderText(value: string): string {
  return readHeader(Buffer.from(decodeCharset(Buffer.from(value, "latin1"), null)));
}
