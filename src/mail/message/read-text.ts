/** RFC 2047 §2: `=?charset?encoding?text?=`; RFC 2231 §5 adds a language to the charset. */
const ENCODED_WORD = /=\?([!->@-~]{1,64})\?([bq])\?([!->@-~]*)\?=/giy;
/** Characters that would end a line or hide text from a reader are replaced by a space. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The text of a field's body as a person reads it: unfolded, encoded words decoded, without control characters. */
export function readText(body: Buffer): string {
  // RFC 5322 §2.2.3: unfolding removes the CRLF and keeps the blank after it.
  const unfolded = body.toString("utf8").replaceAll("\r\n", "").trim();
  return decodeText(unfolded);
}

/** Decodes the encoded words of an unfolded text. Control characters, which PostgreSQL may not store, become spaces. */
export function decodeText(text: string): string {
  return decodeWords(text).replace(CONTROL, " ");
}

type Run = { charset: string; bytes: Buffer[] };

/**
 * RFC 2047 §6.2: blanks between two encoded words are not shown. Some senders, contrary to §5, split a character between two
 * words, so adjacent words are decoded together.
 */
function decodeWords(text: string): string {
  let shown = "";
  const run: Run = { charset: "", bytes: [] };
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("=?", at);
    const word = next < 0 ? null : matchAt(text, next);
    const plain = text.slice(at, next < 0 ? text.length : word ? next : next + 2);
    const isBetween = word !== null && run.bytes.length > 0 && plain.trim() === "";
    if (plain !== "" && !isBetween) shown += end(run) + plain;
    if (word && run.charset !== word.charset) shown += end(run);
    if (word) {
      run.charset = word.charset;
      run.bytes.push(word.bytes);
    }
    at = next < 0 ? text.length : next + (word?.length ?? 2);
  }
  return shown + end(run);
}

function matchAt(text: string, at: number): { charset: string; bytes: Buffer; length: number } | null {
  ENCODED_WORD.lastIndex = at;
  const match = ENCODED_WORD.exec(text);
  if (!match) return null;
  const [word, charset = "", encoding = "", payload = ""] = match;
  const label = charset.split("*")[0]?.toLowerCase() ?? "";
  if (!isKnownCharset(label)) return null;
  const bytes = encoding.toLowerCase() === "b" ? Buffer.from(payload, "base64") : decodeQ(payload);
  return { charset: label, bytes, length: word.length };
}

/** RFC 2047 §4.2: `_` is a blank, `=XX` an octet. */
function decodeQ(payload: string): Buffer {
  const octets = payload
    .replaceAll("_", " ")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, "latin1");
}

/** Decodes the words collected so far and clears them. */
function end(run: Run): string {
  if (run.bytes.length === 0) return "";
  const bytes = Buffer.concat(run.bytes);
  const text = new TextDecoder(run.charset).decode(
    SWITCHING.test(run.charset) ? withoutIdleSwitches(bytes) : bytes,
  );
  run.bytes = [];
  return text;
}

/** Charsets with escape sequences that switch character sets. */
const SWITCHING = /^(?:cs)?iso-?2022-?jp$/;
/**
 * A switch followed directly by another, as between two encoded words: each word begins and ends in ASCII (RFC 1468, RFC
 * 2047 §5).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC is what begins a switch.
const IDLE_SWITCH = /\x1b(?:\([BJI]|\$[@B])(?=\x1b[($])/g;

/** A decoder shows U+FFFD for a switch without a following character (Encoding Standard §12.2.1). */
function withoutIdleSwitches(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(IDLE_SWITCH, ""), "latin1");
}

/**
 * Whether a charset is known, by its label. Cached, because creating a decoder takes longer than decoding most words. The
 * size is limited, because senders choose the labels.
 */
const knownCharsets = new Map<string, boolean>();
const MAX_KNOWN_CHARSETS = 500;

function isKnownCharset(label: string): boolean {
  const cached = knownCharsets.get(label);
  if (cached !== undefined) return cached;
  const isKnown = hasDecoder(label);
  if (knownCharsets.size >= MAX_KNOWN_CHARSETS) knownCharsets.clear();
  knownCharsets.set(label, isKnown);
  return isKnown;
}

function hasDecoder(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
