import type { Finding } from "./content-findings.ts";
import { FindingList } from "./finding-list.ts";
import { inspectHeaders } from "./inspect-headers.ts";
import { inspectImages } from "./inspect-images.ts";
import { inspectLinks } from "./inspect-links.ts";
import { inspectTemplateMarkers } from "./inspect-template-markers.ts";
import { readHtml } from "./read-html.ts";

export type { Finding } from "./content-findings.ts";

export type InspectedContent = {
  html: string | null;
  text: string | null;
  subject: string;
  headers: readonly (readonly [string, string])[];
  recipientCount: number;
  /** Size of the rendered message, including headers and attachments. */
  messageBytes: number;
  /** Absent: transactional. */
  stream?: "transactional" | "bulk";
  /** Suppressed recipients. */
  suppressed?: readonly string[];
  /** Content ids of the attachments. Absent: unknown. */
  contentIds?: readonly string[];
};

/** RFC 5322 §2.1.1 recommends lines of at most 78 characters; phones show half of that. */
const LONG_SUBJECT = 78;
/** Gmail's limit for a received message, including its base64 encoding. */
const LARGE_MESSAGE_BYTES = 25 * 1024 * 1024;
/** Gmail: "[Message clipped] View entire message". */
const CLIPPED_HTML_BYTES = 102 * 1024;
/** Less text than this beside images is only a caption. */
const FEW_CHARACTERS = 20;

/** Returns possible problems for recipients and spam filters, most severe first. Pure. */
export function inspectContent(content: InspectedContent): Finding[] {
  const findings = new FindingList();
  inspectSubject(content.subject, findings);
  inspectParts(content, findings);
  for (const address of content.suppressed ?? []) findings.add("recipient_suppressed", address);
  inspectTemplateMarkers(content, findings);
  inspectHeaders(content, findings);
  return findings.all();
}

function inspectSubject(subject: string, findings: FindingList): void {
  if (subject.trim() === "") findings.add("subject_empty", "subject");
  if ([...subject].length > LONG_SUBJECT) findings.add("subject_long", "subject");
  const letters = subject.replace(/[^\p{Lu}\p{Ll}]/gu, "");
  if (letters.length >= 8 && !/\p{Ll}/u.test(letters)) findings.add("subject_capitals", "subject");
}

function inspectParts(
  { html, text, messageBytes, contentIds }: InspectedContent,
  findings: FindingList,
): void {
  if (messageBytes > LARGE_MESSAGE_BYTES) findings.add("message_large");
  const isTextEmpty = text === null || text.trim() === "";
  if (html === null) {
    if (isTextEmpty) findings.add("body_empty");
    return;
  }
  if (text === null) findings.add("text_missing");
  if (Buffer.byteLength(html) > CLIPPED_HTML_BYTES) findings.add("html_clipped");
  const { links, images, removed, textLength, isCut } = readHtml(html);
  if (isCut) findings.add("html_not_inspected");
  else if (textLength === 0 && images.length === 0) findings.add("body_empty");
  for (const { name, line } of removed) findings.add("html_element_removed", `html line ${line}: <${name}>`);
  inspectLinks(links, findings);
  inspectImages(images, { contentIds: contentIds ?? null }, findings);
  // HTML that was not read to its end may have more text.
  if (!isCut && images.length > 0 && textLength < FEW_CHARACTERS) findings.add("images_without_text");
}
