import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { fieldOf } from "../message/read-fields.ts";
import { type Part, parameterOf } from "../message/read-parts.ts";
import { decodeTransfer } from "../message/read-text.ts";

/** G15: Google's largest reports are 2 MB; a zip bomb of 10 kB unpacks to gigabytes. */
const MAX_UNPACKED_BYTES = 10 * 1024 * 1024;

export type Format = { types: RegExp; names: RegExp };

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from("PK\x03\x04");

/** G11: a message has one report, and perhaps one other attachment. */
const MAX_ATTACHMENTS = 2;

/** The texts of the parts whose type or file name fits this format, 10 MB together at most. */
export function attached(parts: Part[], format: Format): string[] {
  const texts: string[] = [];
  let remainingBytes = MAX_UNPACKED_BYTES;
  for (const part of parts.filter((candidate) => looksLike(candidate, format)).slice(0, MAX_ATTACHMENTS)) {
    const text = unpack(part) ?? "";
    remainingBytes -= text.length;
    if (remainingBytes >= 0) texts.push(text);
  }
  return texts;
}

/**
 * The text of an attached report: gz, zip (its first file) or plain, whatever its type and name say. @returns null when it
 * is broken or larger than 10 MB
 */
function unpack(part: Part): string | null {
  const bytes = decodeTransfer(part.raw, fieldOf(part.fields, "content-transfer-encoding"));
  try {
    const unpacked = bytes.subarray(0, 2).equals(GZIP)
      ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
      : bytes.subarray(0, 4).equals(ZIP)
        ? firstFileOf(bytes)
        : bytes;
    return unpacked === null || unpacked.length > MAX_UNPACKED_BYTES
      ? null
      : Buffer.from(unpacked).toString("utf8");
  } catch {
    return null;
  }
}

/** The first file of a zip. fflate allocates the size that the archive states, and cuts off any further output. */
function firstFileOf(zip: Buffer): Uint8Array | null {
  let isFirst = true;
  const files = unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      const isWanted = isFirst && !name.endsWith("/") && originalSize <= MAX_UNPACKED_BYTES;
      if (isWanted) isFirst = false;
      return isWanted;
    },
  });
  return Object.values(files)[0] ?? null;
}

function looksLike(part: Part, { types, names }: Format): boolean {
  const name = parameterOf(part.fields, "name") ?? fieldOf(part.fields, "content-disposition") ?? "";
  return types.test(part.type) || names.test(name);
}
