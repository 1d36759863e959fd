import type { Reply } from "./suppression.ts";

/** RFC 1035 §2.3.4. */
const maxHostCharacters = 255;
const maxPhaseCharacters = 32;
const statusShape = /^[245]\.\d{1,3}\.\d{1,3}$/;

/** One line of at most so many characters: PostgreSQL stores no NUL, and a list shows one line. */
export function cleanLine(text: string | null | undefined, maxCharacters: number): string | null {
  const line =
    text
      ?.toWellFormed()
      .replace(/\p{Cc}+/gu, " ")
      .trim() ?? "";
  const short = line.length <= maxCharacters ? line : [...line].slice(0, maxCharacters).join("");
  return short || null;
}

/** Columns of bounded length; a value that is not what it should be becomes null. */
export function cleanReply({ code, status, host, phase }: Reply) {
  return {
    replyCode: code && Number.isInteger(code) && code >= 200 && code <= 599 ? code : null,
    replyStatus: status && statusShape.test(status) ? status : null,
    replyHost: cleanLine(host, maxHostCharacters),
    replyPhase: cleanLine(phase, maxPhaseCharacters),
  };
}

/** `550 5.1.1 No such user` → its code and status. */
export function readReplyLine(line: string | null): Reply {
  const [, code, status] = /^([245]\d\d)[ -](?:([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?/.exec(line ?? "") ?? [];
  return { code: code === undefined ? null : Number(code), status: status ?? null };
}
