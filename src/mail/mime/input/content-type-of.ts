import mime from "mime";

/** RFC 2046 §4.5.1: the type of an unknown file. */
const UNKNOWN = "application/octet-stream";

/** The most likely content type of a file with this name. */
export function contentTypeOf(filename: string): string {
  return mime.getType(filename) ?? UNKNOWN;
}
