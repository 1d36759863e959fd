import type { FindingCode } from "./content-findings.ts";
import type { FindingList } from "./finding-list.ts";
import { errorInWebAddress } from "./inspect-links.ts";
import type { HtmlImage } from "./read-html.ts";

/** Null: the content ids of the attachments are unknown. */
type AttachmentIds = { contentIds: readonly string[] | null };

export function inspectImages(
  images: HtmlImage[],
  { contentIds }: AttachmentIds,
  findings: FindingList,
): void {
  for (const { src, alt, line } of images) {
    const at = `html line ${line}: ${src ?? "<img>"}`;
    if (alt === null) findings.add("image_without_alt", at);
    const code = errorInImage(src?.trim() ?? "", contentIds);
    if (code !== null) findings.add(code, at);
  }
}

function errorInImage(src: string, contentIds: readonly string[] | null): FindingCode | null {
  if (/^data:/i.test(src)) return "image_data";
  // RFC 2392 §2: the content id is percent-encoded in a cid: URL.
  if (/^cid:/i.test(src))
    return contentIds === null || contentIds.includes(decode(src.slice(4))) ? null : "image_not_attached";
  const url = URL.parse(src);
  return url ? errorInWebAddress(src, url, "image") : "image_broken";
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
