import type { Fields } from "../message/read-fields.ts";
import { fieldOf, readFields } from "../message/read-fields.ts";
import { type Mail, type Part, splitHeader, textOf } from "../message/read-parts.ts";
import type { OriginalMessage } from "../report.ts";
import { RETURNED_MESSAGE } from "./bounce-words.ts";
import { RETURNED, readOriginal, returnedHeader } from "./read-original.ts";

/** A bounce message in its three parts, wherever its server put them. */
export type BounceMessage = {
  /** The human-readable text. */
  text: string;
  /** The machine-readable fields (RFC 3464 §2) as text, or null. */
  status: string | null;
  original: OriginalMessage | null;
  /** The complete returned message, one character per byte, or null. */
  returned: string | null;
};

/** G11: the limit of all texts together. A bounce states its result near the beginning. */
const MAX_TEXT_LENGTH = 64 * 1024;
const STATUS = /^message\/(global-)?delivery-status$/;
/** Fields of RFC 3464 §2 inside a text, from Amazon WorkMail and in reports with lost boundaries. */
const STATUS_IN_TEXT = /^(?:Reporting-MTA|Original-Envelope-Id|Original-Recipient|Final-Recipient|Action):/im;
const HAS_RECIPIENT = /^(Final|Original)-Recipient:/im;

/** Finds the parts of a bounce message (RFC 3462), whether or not it follows the RFC. */
export function readBounceMessage({ parts }: Mail): BounceMessage {
  const status = parts.find(({ type }) => STATUS.test(type));
  const returned = parts.find(({ type }) => RETURNED.test(type));
  const text = textBefore(parts, status ?? returned);
  const cut = cutReturned(text);
  const inText = status ? null : statusIn(cut.text);
  const fields = status ? textOf(status) : (inText?.fields ?? null);
  const header =
    orNull(returnedHeader(returned)) ?? headerAmong(parts) ?? cut.header ?? cutReturned(fields ?? "").header;
  return {
    text: inText ? cut.text.slice(0, inText.at) : cut.text,
    status: fields,
    original: header && readOriginal(header),
    returned: returned && /^message\/(rfc822|global)$/.test(returned.type) ? returned.raw : null,
  };
}

/** The plain texts before the returned message, or the HTML if there are none. */
function textBefore(parts: Part[], end: Part | undefined): string {
  const before = end ? parts.slice(0, parts.indexOf(end)) : parts;
  const plain = before.filter(({ type }) => type === "text/plain");
  const chosen = plain.length > 0 ? plain : before.filter(({ type }) => type === "text/html");
  // Long runs of blanks carry no meaning and slow down the line patterns.
  return chosen
    .map(textOf)
    .join("\n\n")
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[ \t]{40,}/g, " ".repeat(40));
}

function cutReturned(text: string): { text: string; header: Fields | null } {
  let at = text.length;
  for (const pattern of RETURNED_MESSAGE) {
    const match = pattern.exec(text.slice(0, at));
    if (match) at = match.index;
  }
  const tail = text.slice(at);
  const start = tail.search(/^[A-Za-z][\w-]{1,40}:/m);
  return { text: text.slice(0, at), header: start < 0 ? null : splitHeader(tail.slice(start)).fields };
}

function statusIn(text: string): { at: number; fields: string } | null {
  const at = text.search(STATUS_IN_TEXT);
  return at >= 0 && HAS_RECIPIENT.test(text.slice(at)) ? { at, fields: text.slice(at) } : null;
}

function orNull(fields: Fields): Fields | null {
  return fields.length > 0 ? fields : null;
}

/** The header of the returned message, if it was sent as a text part or was parsed as the header of its part. */
function headerAmong(parts: Part[]): Fields | null {
  for (const { type, fields, raw } of parts) {
    if (fieldOf(fields, "from") && fieldOf(fields, "message-id")) return fields;
    if (type !== "text/plain" || !/^(?:Return-Path|Received|From|To|Message-ID):/i.test(raw.trimStart()))
      continue;
    return readFields(raw.trimStart().split("\n\n")[0] ?? "");
  }
  return null;
}
