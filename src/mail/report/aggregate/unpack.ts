import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { fieldOf } from "../message/read-fields.ts";
import { type Part, parameterOf } from "../message/read-parts.ts";
import { decodeTransfer } from "../message/read-text.ts";

/** G15: Google's largest reports have 2 MB; a bomb of 10 kB has gigabytes. */
const MAX_UNPACKED_BYTES = 10 * 1024 * 1024;

export type Format = { types: RegExp; names: RegExp };

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from("PK\x03\x04");

/** G11: a message has one report. Perhaps something else stands beside it. */
const MAX_ATTACHMENTS = 2;

/** The texts of the parts that may hold a report of this format, by their type or their file's name; 10 MB together. */
export function attached(parts: Part[], format: Format): string[] {
  const texts: string[] = [];
  let room = MAX_UNPACKED_BYTES;
  for (const part of parts.filter((one) => looksLike(one, format)).slice(0, MAX_ATTACHMENTS)) {
    const text = unpack(part) ?? "";
    room -= text.length;
    if (room >= 0) texts.push(text);
  }
  return texts;
}

/**
 * The text of an attached report: gz, zip (its first file) or as it is, whatever its type and name say. Null when it is
 * none, broken, or more than 10 MB.
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

/** The size that an archive states is the memory that it gets: one that lies is cut off there. */
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
