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
  /** Of the rendered message, headers and attachments and all. */
  messageBytes: number;
  /** Absent: transactional. */
  stream?: "transactional" | "bulk";
  /** Recipients that get nothing. */
  suppressed?: readonly string[];
  /** Content ids of the attachments. Absent: nobody knows which there are. */
  contentIds?: readonly string[];
};

/** RFC 5322 §2.1.1 asks for lines of 78; phones show half of it. */
const longSubject = 78;
/** Gmail's limit for a message that it receives, in base64 as in any form. */
const largeMessageBytes = 25 * 1024 * 1024;
/** Gmail: "[Message clipped] View entire message". */
const clippedHtmlBytes = 102 * 1024;
/** Less than this beside images is a caption. */
const fewCharacters = 20;

/** What recipients and filters may stumble over, the worst first. Decides on what it is given alone. */
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
  if ([...subject].length > longSubject) findings.add("subject_long", "subject");
  const letters = subject.replace(/[^\p{Lu}\p{Ll}]/gu, "");
  if (letters.length >= 8 && !/\p{Ll}/u.test(letters)) findings.add("subject_capitals", "subject");
}

function inspectParts(
  { html, text, messageBytes, contentIds }: InspectedContent,
  findings: FindingList,
): void {
  if (messageBytes > largeMessageBytes) findings.add("message_large");
  const isTextEmpty = text === null || text.trim() === "";
  if (html === null) {
    if (isTextEmpty) findings.add("body_empty");
    return;
  }
  if (text === null) findings.add("text_missing");
  if (Buffer.byteLength(html) > clippedHtmlBytes) findings.add("html_clipped");
  const { links, images, removed, textLength, isCut } = readHtml(html);
  if (isCut) findings.add("html_not_inspected");
  else if (textLength === 0 && images.length === 0) findings.add("body_empty");
  for (const { name, line } of removed) findings.add("html_element_removed", `html line ${line}: <${name}>`);
  inspectLinks(links, findings);
  inspectImages(images, { contentIds: contentIds ?? null }, findings);
  // What was not read to its end may yet have text.
  if (!isCut && images.length > 0 && textLength < fewCharacters) findings.add("images_without_text");
}
