import type { Fields } from "../message/read-fields.ts";
import { fieldOf, readFields } from "../message/read-fields.ts";
import { type Mail, type Part, splitHeader, textOf } from "../message/read-parts.ts";
import type { OriginalMessage } from "../report.ts";
import { RETURNED_MESSAGE } from "./notice-words.ts";
import { RETURNED, readOriginal, returnedHeader } from "./read-original.ts";

/** A notice in its three parts, wherever its author put them. */
export type Notice = {
  /** What is written for people. */
  text: string;
  /** The fields for machines (RFC 3464 §2), as text; null when there are none. */
  status: string | null;
  original: OriginalMessage | null;
  /** A whole message that came back: its bytes, one character each. */
  returned: string | null;
};

/** G11: of all its texts together; what one says is on the first pages. */
const MAX_TEXT_LENGTH = 64 * 1024;
const STATUS = /^message\/(global-)?delivery-status$/;
/** RFC 3464 §2 in the midst of text: Amazon WorkMail, and reports whose boundaries are lost. */
const STATUS_IN_TEXT = /^(?:Reporting-MTA|Original-Envelope-Id|Original-Recipient|Final-Recipient|Action):/im;
const HAS_RECIPIENT = /^(Final|Original)-Recipient:/im;

/** Finds the parts of a notice (RFC 3462), in a report as the RFC wants it and in everything else. */
export function readNotice({ parts }: Mail): Notice {
  const status = parts.find(({ type }) => STATUS.test(type));
  const returned = parts.find(({ type }) => RETURNED.test(type));
  const text = textBefore(parts, status ?? returned);
  const cut = cutReturned(text);
  const inText = status ? null : statusIn(cut.notice);
  const fields = status ? textOf(status) : (inText?.fields ?? null);
  const header =
    orNull(returnedHeader(returned)) ?? headerAmong(parts) ?? cut.header ?? cutReturned(fields ?? "").header;
  return {
    text: inText ? cut.notice.slice(0, inText.at) : cut.notice,
    status: fields,
    original: header && readOriginal(header),
    returned: returned && /^message\/(rfc822|global)$/.test(returned.type) ? returned.raw : null,
  };
}

/** The plain texts in front of what came back; the HTML where there is nothing else. */
function textBefore(parts: Part[], end: Part | undefined): string {
  const before = end ? parts.slice(0, parts.indexOf(end)) : parts;
  const plain = before.filter(({ type }) => type === "text/plain");
  const chosen = plain.length > 0 ? plain : before.filter(({ type }) => type === "text/html");
  // Runs of blanks say nothing, and are what patterns over lines take long for.
  return chosen
    .map(textOf)
    .join("\n\n")
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[ \t]{40,}/g, " ".repeat(40));
}

function cutReturned(text: string): { notice: string; header: Fields | null } {
  let at = text.length;
  for (const pattern of RETURNED_MESSAGE) {
    const match = pattern.exec(text.slice(0, at));
    if (match) at = match.index;
  }
  const tail = text.slice(at);
  const start = tail.search(/^[A-Za-z][\w-]{1,40}:/m);
  return { notice: text.slice(0, at), header: start < 0 ? null : splitHeader(tail.slice(start)).fields };
}

function statusIn(text: string): { at: number; fields: string } | null {
  const at = text.search(STATUS_IN_TEXT);
  return at >= 0 && HAS_RECIPIENT.test(text.slice(at)) ? { at, fields: text.slice(at) } : null;
}

function orNull(fields: Fields): Fields | null {
  return fields.length > 0 ? fields : null;
}

/** A header that was sent as a text of its own, or taken for the header of its part. */
function headerAmong(parts: Part[]): Fields | null {
  for (const { type, fields, raw } of parts) {
    if (fieldOf(fields, "from") && fieldOf(fields, "message-id")) return fields;
    if (type !== "text/plain" || !/^(?:Return-Path|Received|From|To|Message-ID):/i.test(raw.trimStart()))
      continue;
    return readFields(raw.trimStart().split("\n\n")[0] ?? "");
  }
  return null;
}
