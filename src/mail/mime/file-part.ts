import { writeBase64 } from "./base64.ts";
import type { ByteSink } from "./byte-sink.ts";
import { parseContentType } from "./input/read-content-type.ts";
import { fallbackNameParameters, filenameParameters, parameterHeader } from "./parameters.ts";

export type Attachment = {
  filename: string;
  /** The result of `readContentType`. */
  contentType: string;
  /** The id that the HTML refers to as `cid:…`, without brackets; null for a file that is only attached. */
  contentId: string | null;
  bytes: Buffer;
};

/** `contentId` is null unless the HTML can refer to the file. */
export type FilePart = { kind: "file"; attachment: Attachment; contentId: string | null };

/** RFC 2046 §4.5.1: the type of files whose real type cannot be declared. */
const UNDECLARED = "application/octet-stream";
/**
 * RFC 2046 §5.1 and §5.2.1: these types allow only the transfer encodings 7bit, 8bit and binary, and only base64 keeps a
 * file's bytes. A forwarded message is therefore sent as a file, and its name (`.eml`) shows its type.
 */
const COMPOSITE = /^(?:multipart|message)\//;
/** Types that are never inline, because most mail programs would show them as part of the message's own text. */
const TEXT = /^text\//;

/** Writes a file with its Content headers, always as base64, because its bytes must not change in transit. */
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
