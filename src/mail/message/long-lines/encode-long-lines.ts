import type { Edit } from "../edit.ts";
import type { HeaderField } from "../read-header-fields.ts";
import { type BodyEncoding, encodeBody } from "./encode-body.ts";
import { type Entity, readEntity } from "./read-entity.ts";
import { splitParts } from "./split-parts.ts";
import { foldLine, wrapBase64, wrapQuotedPrintable } from "./wrap-line.ts";

type EncodedLongLines =
  | { ok: true; edits: Edit[]; encodings: Set<BodyEncoding | "folded"> }
  | { ok: false; reason: string };

/** Mail programs nest three or four levels. Each level costs another read of the message. */
const MAX_DEPTH = 8;

/**
 * Shortens lines of more than 998 octets without changing the content (RFC 5322 §2.1.1): parts that contain them are encoded
 * as quoted-printable, or as base64 if that is shorter, and header lines are folded. All other bytes stay unchanged. Refuses
 * messages with signed parts, which must not change, and with parts that cannot be parsed; `reason` is a clause. `longLines`
 * and `removed` are in the order of the message.
 */
export async function encodeLongLines(
  message: Buffer,
  { longLines, removed }: { longLines: readonly number[]; removed: readonly HeaderField[] },
): Promise<EncodedLongLines> {
  const encoder = new LongLineEncoder(message, longLines, removed);
  try {
    await encoder.encode({ start: 0, end: message.length }, { depth: 0, defaultType: null });
  } catch (error) {
    if (error instanceof CannotEncode) return { ok: false, reason: error.message };
    throw error;
  }
  return { ok: true, edits: encoder.edits, encodings: encoder.encodings };
}

class CannotEncode extends Error {}

type Range = { start: number; end: number };

class LongLineEncoder {
  readonly edits: Edit[] = [];
  readonly encodings = new Set<BodyEncoding | "folded">();
  readonly #message: Buffer;
  readonly #longLines: readonly number[];

  /** The start offsets of the fields that the caller removes from the message. */
  readonly #removed: ReadonlySet<number>;

  constructor(message: Buffer, longLines: readonly number[], removed: readonly HeaderField[]) {
    this.#message = message;
    this.#removed = new Set(removed.map(({ start }) => start));
    this.#longLines = linesOutside(longLines, removed);
  }

  /** `defaultType` is the type of an entity without a Content-Type, if it is not text. */
  async encode(
    range: Range,
    { depth, defaultType }: { depth: number; defaultType: string | null },
  ): Promise<void> {
    if (!this.#hasLines(range)) return;
    const entity = depth > MAX_DEPTH ? null : readEntity(this.#message, range);
    if (!entity) throw new CannotEncode("its MIME structure is ambiguous or nested too deeply");
    // RFC 6376 §3.4: a signature by the client is valid only while header and body are unchanged.
    if (entity.fields.some(({ name, start }) => name === "dkim-signature" && !this.#removed.has(start)))
      throw new CannotEncode("the message has a DKIM-Signature, which encoding would break");
    this.#foldHeader({ start: range.start, end: entity.headerEnd });
    const body = { start: entity.bodyStart, end: entity.end };
    if (!this.#hasLines(body)) return;
    const type = entity.type ?? defaultType;
    if (type?.startsWith("multipart/")) await this.#encodeParts(entity, { type, depth });
    else if (type === "message/rfc822" || type === "message/global")
      await this.encode(this.#plainBody(entity), { depth: depth + 1, defaultType: null });
    else if (type?.startsWith("message/"))
      throw new CannotEncode(`a part of type ${type} may not be encoded`);
    else await this.#encodeLeaf(entity);
    if (depth === 0) this.#addVersion(entity);
  }

  async #encodeParts(
    { boundary, ...entity }: Entity,
    { type, depth }: { type: string; depth: number },
  ): Promise<void> {
    // RFC 1847 §2.1: "must not be changed".
    if (type === "multipart/signed") throw new CannotEncode("the long line is in a signed part");
    const body = this.#plainBody(entity);
    const found = boundary === null ? null : splitParts(this.#message, { ...body, boundary });
    if (!found || found.outside.some((range) => this.#hasLines(range)))
      throw new CannotEncode("its MIME structure is ambiguous");
    // RFC 2046 §5.1.5.
    const defaultType = type === "multipart/digest" ? "message/rfc822" : null;
    for (const part of found.parts) await this.encode(part, { depth: depth + 1, defaultType });
  }

  /** RFC 2045 §6.4: an entity that contains other entities is not encoded itself. */
  #plainBody({ encoding, bodyStart, end }: Pick<Entity, "encoding" | "bodyStart" | "end">): Range {
    if (!isPlain(encoding))
      throw new CannotEncode(`a part that contains other parts is encoded as ${encoding}`);
    return { start: bodyStart, end };
  }

  async #encodeLeaf(entity: Entity): Promise<void> {
    const { encoding, bodyStart, end } = entity;
    if (encoding === "base64" || encoding === "quoted-printable") {
      const wrap = encoding === "base64" ? wrapBase64 : wrapQuotedPrintable;
      for (const line of this.#linesIn({ start: bodyStart, end })) this.edits.push(wrap(this.#message, line));
      this.encodings.add(encoding);
      return;
    }
    if (!isPlain(encoding)) throw new CannotEncode("a part has an unknown transfer encoding");
    const encoded = await encodeBody(this.#message, entity);
    this.edits.push(...encoded.edits);
    this.encodings.add(encoded.encoding);
  }

  #foldHeader(header: Range): void {
    for (const line of this.#linesIn(header)) {
      const folds = foldLine(this.#message, line);
      if (!folds) throw new CannotEncode("a header line has no blank where it can be folded");
      this.edits.push(...folds);
      this.encodings.add("folded");
    }
  }

  /** RFC 2045 §4: without MIME-Version, a reader need not decode anything. */
  #addVersion({ fields, headerEnd }: Entity): void {
    if (fields.some(({ name }) => name === "mime-version")) return;
    this.edits.push({ start: headerEnd, end: headerEnd, bytes: Buffer.from("MIME-Version: 1.0\r\n") });
  }

  #hasLines({ start, end }: Range): boolean {
    const line = this.#longLines[lowerBound(this.#longLines, start)];
    return line !== undefined && line < end;
  }

  /** The long lines that begin in this range, without their CRLF. */
  #linesIn({ start, end }: Range): Range[] {
    const lines: Range[] = [];
    for (let index = lowerBound(this.#longLines, start); index < this.#longLines.length; index += 1) {
      const line = this.#longLines[index] as number;
      if (line >= end) break;
      const cr = this.#message.indexOf(13, line);
      lines.push({ start: line, end: cr < 0 || cr > end ? end : cr });
    }
    return lines;
  }
}

function isPlain(encoding: string): boolean {
  return encoding === "7bit" || encoding === "8bit" || encoding === "binary";
}

/** The lines that do not begin in one of the fields. One pass over both, which are in the order of the message. */
function linesOutside(lines: readonly number[], fields: readonly HeaderField[]): number[] {
  let next = 0;
  return lines.filter((at) => {
    while ((fields[next]?.end ?? at + 1) <= at) next += 1;
    return at < (fields[next]?.start ?? at + 1);
  });
}

/** The index of the first item that is not less than `least`. */
function lowerBound(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
