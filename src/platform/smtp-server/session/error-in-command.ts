import type { Limits } from "./limits.ts";

/** `closes`: the session must end, because the following input cannot be trusted. */
export type CommandError = { code: number; text: string; closes: boolean };

/**
 * RFC 2920 §3.1: these commands end a group. A client that sends more input before the reply does not know the state of its
 * session.
 */
const ENDS_GROUP = /^(?:EHLO|HELO|DATA|STARTTLS|AUTH)\b/i;
const HTTP = / HTTP\/\d(?:\.\d)?\s*$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROL = /[\x00-\x1f\x7f]/;

/** Why a command is rejected before it is parsed, or null. */
export function errorInCommand(
  line: Buffer,
  { hasMore, isAuthLine, limits }: { hasMore: boolean; isAuthLine: boolean; limits: Limits },
): CommandError | null {
  const text = line.toString("latin1");
  if (isAuthLine) return hasMore ? DID_NOT_WAIT : null;
  if (HTTP.test(text)) return { code: 421, text: "4.7.0 This is not a web server", closes: true };
  const isAuth = /^AUTH /i.test(text);
  if (text.length > (isAuth ? limits.authOctets : limits.commandOctets))
    return { code: 500, text: "5.5.2 Line too long", closes: false };
  if (CONTROL.test(text)) return { code: 501, text: "5.5.4 Control character in a command", closes: false };
  return hasMore && ENDS_GROUP.test(text) ? DID_NOT_WAIT : null;
}

const DID_NOT_WAIT: CommandError = {
  code: 554,
  text: "5.5.1 Wait for the reply to this command before you send more",
  closes: true,
};
