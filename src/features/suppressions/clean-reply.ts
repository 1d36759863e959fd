import type { Reply } from "./suppression.ts";

/** RFC 1035 §2.3.4. */
const MAX_HOST_CHARACTERS = 255;
const MAX_PHASE_CHARACTERS = 32;
const STATUS_SHAPE = /^[245]\.\d{1,3}\.\d{1,3}$/;

/** Returns the text as one line, cut to `maxCharacters`: PostgreSQL stores no NUL, and lists show one line. */
export function cleanLine(text: string | null | undefined, maxCharacters: number): string | null {
  const line =
    text
      ?.toWellFormed()
      .replace(/\p{Cc}+/gu, " ")
      .trim() ?? "";
  const short = line.length <= maxCharacters ? line : [...line].slice(0, maxCharacters).join("");
  return short || null;
}

/** Returns columns of bounded length. An invalid value becomes null. */
export function cleanReply({ code, status, host, phase }: Reply) {
  return {
    replyCode: code && Number.isInteger(code) && code >= 200 && code <= 599 ? code : null,
    replyStatus: status && STATUS_SHAPE.test(status) ? status : null,
    replyHost: cleanLine(host, MAX_HOST_CHARACTERS),
    replyPhase: cleanLine(phase, MAX_PHASE_CHARACTERS),
  };
}

/** `550 5.1.1 No such user` → code 550, status 5.1.1. */
export function readReplyLine(line: string | null): Reply {
  const [, code, status] = /^([245]\d\d)[ -](?:([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?/.exec(line ?? "") ?? [];
  return { code: code === undefined ? null : Number(code), status: status ?? null };
}
