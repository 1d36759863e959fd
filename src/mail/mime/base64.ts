import type { ByteSink } from "./byte-sink.ts";

/** RFC 2045 §6.8: encoded lines have at most 76 characters. */
const LINE = 76;
/** 57 bytes become 76 characters of base64. */
const LINE_BYTES = 57;
const LINES_AT_ONCE = 1_024;
const CR = 0x0d;
const LF = 0x0a;

/** Buffer for base64 without line breaks. All calls share it, because writing is synchronous. */
const scratch = Buffer.allocUnsafeSlow(LINE * LINES_AT_ONCE);

/**
 * Writes bytes as base64 in full lines, without a line end after the last. Node encodes many lines in one call, and each
 * line is copied from the result: one call per line would take five times as long.
 */
export function writeBase64(sink: ByteSink, bytes: Buffer): void {
  const out = sink.reserve(Math.ceil(bytes.length / LINE_BYTES) * (LINE + 2));
  let to = sink.length;
  for (let at = 0; at < bytes.length; at += LINE_BYTES * LINES_AT_ONCE) {
    const encoded = bytes.toString("base64", at, at + LINE_BYTES * LINES_AT_ONCE);
    const length = scratch.write(encoded, "latin1");
    for (let from = 0; from < length; from += LINE) {
      if (at + from > 0) {
        out[to++] = CR;
        out[to++] = LF;
      }
      to += scratch.copy(out, to, from, Math.min(from + LINE, length));
    }
  }
  sink.length = to;
}
