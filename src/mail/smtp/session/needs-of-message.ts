import { isAscii } from "node:buffer";

/** The extensions that a message needs from the server. */
export type MessageNeeds = {
  /** RFC 6532: a header with non-ASCII text, which only SMTPUTF8 may carry, whatever the envelope. */
  smtpUtf8: boolean;
  /**
   * RFC 6152: a body with non-ASCII text. RFC 6531 §3.6 keeps the two apart: a UTF-8 header alone is not declared as
   * 8BITMIME.
   */
  eightBitMime: boolean;
};

const NONE: MessageNeeds = { smtpUtf8: false, eightBitMime: false };

/** Scans every octet, which is fast: nearly all messages are plain ASCII. */
export function needsOfMessage(message: Buffer): MessageNeeds {
  if (isAscii(message)) return NONE;
  const end = message.indexOf("\r\n\r\n");
  if (end < 0) return { smtpUtf8: true, eightBitMime: false };
  return { smtpUtf8: !isAscii(message.subarray(0, end)), eightBitMime: !isAscii(message.subarray(end)) };
}
