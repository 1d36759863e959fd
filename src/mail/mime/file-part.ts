import { writeBase64 } from "./base64.ts";
import type { ByteSink } from "./byte-sink.ts";
import { parseContentType } from "./given/read-content-type.ts";
import { fallbackNameParameters, filenameParameters, parameterHeader } from "./parameters.ts";

export type Attachment = {
  filename: string;
  /** As `readContentType` returns it. */
  contentType: string;
  /** By what the HTML shows it as `cid:…`, without brackets; null for a file that is only attached. */
  contentId: string | null;
  bytes: Buffer;
};

/** `contentId` here is that of a part that the HTML beside it may show. */
export type FilePart = { kind: "file"; attachment: Attachment; contentId: string | null };

/** RFC 2046 §4.5.1: for what cannot be declared as what it is. */
const UNDECLARED = "application/octet-stream";
/**
 * RFC 2046 §5.1 and §5.2.1: no transfer encoding but 7bit, 8bit and binary may stand on these, and a file keeps its
 * bytes only in base64. So a forwarded message travels as a file, and its name (`.eml`) tells what it is.
 */
const COMPOSITE = /^(?:multipart|message)\//;
/** Shown inline, text would become part of the message's own text in most readers. */
const TEXT = /^text\//;

/** A file with its Content headers, in base64 whatever it holds: its bytes must not change on the way. */
export function writeFilePart(sink: ByteSink, { attachment, contentId }: FilePart): void {
  const { filename, bytes } = attachment;
  const { type, parameters } = declaredType(attachment.contentType);
  let header = parameterHeader("Content-Type", type, [...parameters, ...fallbackNameParameters(filename)]);
  header += "Content-Transfer-Encoding: base64\r\n";
  if (contentId !== null) header += `Content-ID: <${contentId}>\r\n`; // RFC 2045 §7
  const disposition = contentId !== null && !TEXT.test(type) ? "inline" : "attachment"; // RFC 2183 §2.1, §2.2
  header += parameterHeader("Content-Disposition", disposition, filenameParameters(filename));
  sink.writeText(`${header}\r\n`);
  writeBase64(sink, bytes);
}

function declaredType(contentType: string): { type: string; parameters: string[] } {
  const parsed = parseContentType(contentType);
  return parsed.ok && !COMPOSITE.test(parsed.type) ? parsed : { type: UNDECLARED, parameters: [] };
}
