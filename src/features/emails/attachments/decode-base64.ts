type Decoded = { ok: true; bytes: Buffer } | { ok: false; reason: string };

/**
 * Base64 as RFC 4648 §4 has it, whole and padded; white space between is skipped, as MIME writes lines of 76. The URL-safe
 * alphabet and a missing end are refused: the one is mostly a mistake, the other a file that was cut. Native: 30 MB take 40 ms.
 */
export function decodeBase64(text: string): Decoded {
  try {
    const { buffer, byteOffset, length } = Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
    return { ok: true, bytes: Buffer.from(buffer, byteOffset, length) };
  } catch {
    return { ok: false, reason: reasonToRefuse(text) };
  }
}

function reasonToRefuse(text: string): string {
  if (text.startsWith("data:")) return "must be base64 alone, without what a data: URL says before it";
  if (/^[\w\s=-]*$/.test(text.slice(0, 1_000)) && /[_-]/.test(text))
    return "must be base64 with + and /, not its URL-safe form with - and _";
  return "must be base64, with its padding";
}
