import { type HeaderField, readHeaderFields } from "../read-header-fields.ts";

/** A header and its body (RFC 2045 §2.4): the message itself, a part of a multipart, or an enclosed message. */
export type Entity = {
  fields: HeaderField[];
  /** The end of the header's fields, before the empty line. */
  headerEnd: number;
  bodyStart: number;
  end: number;
  /** In lower case: `text/plain`. Null when absent. */
  type: string | null;
  boundary: string | null;
  /** In lower case; `7bit` by default. */
  encoding: string;
};

/** RFC 2045 §5.1. */
const TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\\]+)"|([^\s";]+))/i;
const ENCODING = /^\s*([\w-]+)\s*$/;

/** @returns null when two programs could read the entity differently */
export function readEntity(message: Buffer, { start, end }: { start: number; end: number }): Entity | null {
  const header = readHeaderFields(message.subarray(start, end), { maxBytes: end - start });
  if (!header.ok) return null;
  const fields = header.fields.map((field) => ({
    name: field.name,
    start: field.start + start,
    body: field.body + start,
    end: field.end + start,
  }));
  const headerEnd = header.end + start;
  const type = bodyOf(message, fields, "content-type");
  const encoding = bodyOf(message, fields, "content-transfer-encoding");
  const mediaType = type === null ? null : TYPE.exec(type)?.[1]?.toLowerCase();
  const encodingName = encoding === null ? "7bit" : ENCODING.exec(encoding)?.[1]?.toLowerCase();
  if (mediaType === undefined || encodingName === undefined) return null;
  const boundary = BOUNDARY.exec(type ?? "");
  return {
    fields,
    headerEnd,
    bodyStart: Math.min(headerEnd + 2, end),
    end,
    type: mediaType,
    boundary: boundary?.[1] ?? boundary?.[2] ?? null,
    encoding: encodingName,
  };
}

/**
 * The unfolded body of a field: null if the field is absent; an empty text, which is invalid, if it occurs more than once.
 */
function bodyOf(message: Buffer, fields: HeaderField[], name: string): string | null {
  const found = fields.filter((field) => field.name === name);
  const [first] = found;
  if (!first) return null;
  if (found.length > 1) return "";
  return message.toString("latin1", first.body, first.end).replaceAll("\r\n", "");
}
