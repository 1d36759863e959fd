import { plainTextOf } from "../../html/index.ts";
import { readText as readHeader } from "../../message/index.ts";

/** A notice says what it has to say on its first pages; the rest is what came back. */
const MAX_LENGTH = 64 * 1024;

/** The text of a part's octets (one character each), lines ended by LF. */
export function readBody(
  raw: string,
  { encoding, charset, isHtml }: { encoding: string | null; charset: string | null; isHtml: boolean },
): string {
  const bytes = decodeTransfer(raw.slice(0, 2 * MAX_LENGTH), encoding).subarray(0, MAX_LENGTH);
  const text = decodeCharset(bytes, charset).replace(/\r\n?/g, "\n");
  return isHtml ? plainTextOf(text, { isWrapped: false, showsTargets: false }) : text;
}

/** The octets of a part (RFC 2045 §6), leniently: what is no base64 or no `=XX` is passed over. */
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

/** Where the charset is unknown, unnamed or wrong: UTF-8 when it is that, otherwise an octet a character. */
function decodeCharset(bytes: Buffer, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

/** A field's value as a person reads it: octets (one character each) to text, encoded words decoded. */
export function readHeaderText(value: string): string {
  return readHeader(Buffer.from(decodeCharset(Buffer.from(value, "latin1"), null)));
}
