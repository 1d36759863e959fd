import { hash } from "node:crypto";

/** Bytes that are stored once per account, even if many emails contain them. */
export type Content = {
  /** SHA-256 in hex: the name under which it is stored. */
  hash: string;
  bytes: Buffer;
};

export function contentOf(bytes: Buffer): Content {
  return { hash: hash("sha256", bytes, "hex"), bytes };
}

/**
 * Replaces NUL, which no text part may contain (RFC 2045 §2.7), and lone surrogates, which have no UTF-8 form, with U+FFFD. The message
 * and every response then have the same text.
 */
export function textContent(text: string | undefined): Content | null {
  return text === undefined ? null : contentOf(Buffer.from(text.replaceAll("\0", "\ufffd")));
}
