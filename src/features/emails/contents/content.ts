import { hash } from "node:crypto";

/** Bytes that are stored once per account, however many emails hold them. */
export type Content = {
  /** SHA-256 in hex: the name under which it is stored. */
  hash: string;
  bytes: Buffer;
};

export function contentOf(bytes: Buffer): Content {
  return { hash: hash("sha256", bytes, "hex"), bytes };
}

/**
 * NUL, which no text part may hold (RFC 2045 §2.7), and half a surrogate pair, which has no UTF-8, become U+FFFD here: so in the
 * message and in every answer.
 */
export function textContent(text: string | undefined): Content | null {
  return text === undefined ? null : contentOf(Buffer.from(text.replaceAll("\0", "\ufffd")));
}
