import mime from "mime";

/** RFC 2046 §4.5.1: a file of which no more is known. */
const UNKNOWN = "application/octet-stream";

/** The content type that a file of this name most likely has. */
export function contentTypeOf(filename: string): string {
  return mime.getType(filename) ?? UNKNOWN;
}
