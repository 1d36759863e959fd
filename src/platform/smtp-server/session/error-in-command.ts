import type { Limits } from "./limits.ts";

/** `closes`: nothing that follows can be trusted to be what it seems. */
export type CommandError = { code: number; text: string; closes: boolean };

/** RFC 2920 §3.1: these end a group; what a client sent behind one, it sent without knowing which session it is in. */
const endsGroup = /^(?:EHLO|HELO|DATA|STARTTLS|AUTH)\b/i;
const http = / HTTP\/\d(?:\.\d)?\s*$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const control = /[\x00-\x1f\x7f]/;

/** Why a command is not carried out, before it is looked at more closely; null if it is. */
export function errorInCommand(
  line: Buffer,
  { hasMore, isAuthLine, limits }: { hasMore: boolean; isAuthLine: boolean; limits: Limits },
): CommandError | null {
  const text = line.toString("latin1");
  if (isAuthLine) return hasMore ? didNotWait : null;
  if (http.test(text)) return { code: 421, text: "4.7.0 This is no web server", closes: true };
  const isAuth = /^AUTH /i.test(text);
  if (text.length > (isAuth ? limits.authOctets : limits.commandOctets))
    return { code: 500, text: "5.5.2 Line too long", closes: false };
  if (control.test(text)) return { code: 501, text: "5.5.4 Control character in a command", closes: false };
  return hasMore && endsGroup.test(text) ? didNotWait : null;
}

const didNotWait: CommandError = {
  code: 554,
  text: "5.5.1 Wait for the reply to this command before you send more",
  closes: true,
};
