const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN = 91;
const CLOSE = 93;
const ZERO = 48;
const NINE = 57;
/** Shorter arrays are cheap to parse. */
const MIN_BYTES = 64;

/**
 * Replaces each array of 64 or more byte values (0 to 255) in JSON text by a base64 string, in one pass. A file as an array
 * is millions of values: parsing it would block the event loop, and it would exceed the limit on values.
 */
export function packByteArrays(json: Buffer): Buffer {
  const parts: Buffer[] = [];
  const scratch = { bytes: Buffer.allocUnsafe(1024) };
  let copied = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === QUOTE) at = endOfString(json, at);
    else if (json[at] === OPEN) {
      const { length, end } = readByteArray(json, at, scratch);
      if (length >= MIN_BYTES) {
        const base64 = scratch.bytes.toString("base64", 0, length);
        parts.push(json.subarray(copied, at), Buffer.from(`"${base64}"`));
        copied = end + 1;
      }
      // The part up to `end` contains no string and no other array, so it is skipped.
      at = end;
    }
  }
  return parts.length === 0 ? json : Buffer.concat([...parts, json.subarray(copied)]);
}

/** The index of the quote that ends a string, or the end of the text. */
function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}

type Read = {
  /** The number of bytes in the scratch buffer; 0 if the array is not an array of bytes. */
  length: number;
  /** The index of its `]`, or the last index before a character that no array of bytes contains. */
  end: number;
};

/** Reads the array that begins at `start` into the scratch buffer, which grows as needed. */
function readByteArray(json: Buffer, start: number, scratch: { bytes: Buffer }): Read {
  let length = 0;
  let value = -1;
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json[at] as number;
    if (isDigit(code)) {
      // JSON has no leading zeros.
      if (value === 0) return { length: 0, end: at };
      value = (value < 0 ? 0 : value * 10) + code - ZERO;
      if (value > 255) return { length: 0, end: at };
    } else if ((code === COMMA || code === CLOSE) && value >= 0) {
      if (length === scratch.bytes.length) scratch.bytes = Buffer.concat([scratch.bytes], length * 2);
      scratch.bytes[length] = value;
      length += 1;
      value = -1;
      if (code === CLOSE) return { length, end: at };
    } else if (!isBlank(code) || (value >= 0 && isDigit(json[at + 1]))) return { length: 0, end: at - 1 };
  }
  return { length: 0, end: json.length };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= ZERO && code <= NINE;
}
