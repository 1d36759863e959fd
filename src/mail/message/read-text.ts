/** RFC 2047 §2: `=?charset?encoding?text?=`; RFC 2231 §5 adds a language to the charset. */
const ENCODED_WORD = /=\?([!->@-~]{1,64})\?([bq])\?([!->@-~]*)\?=/giy;
/** What would end a line or hide text for a reader becomes a blank. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The text of a field's body as a person reads it: unfolded, with encoded words decoded, without control characters. */
export function readText(body: Buffer): string {
  // RFC 5322 §2.2.3: unfolding takes the CRLF away and leaves the blank behind it.
  const unfolded = body.toString("utf8").replaceAll("\r\n", "").trim();
  return decodeWords(unfolded).replace(CONTROL, " ");
}

type Run = { charset: string; bytes: Buffer[] };

/** RFC 2047 §6.2: blanks between two encoded words are not shown; a character may (against §5) be split between them. */
export function decodeWords(text: string): string {
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
  const [whole, charset = "", encoding = "", payload = ""] = match;
  const label = charset.split("*")[0]?.toLowerCase() ?? "";
  if (!isKnownCharset(label)) return null;
  const bytes = encoding.toLowerCase() === "b" ? Buffer.from(payload, "base64") : decodeQ(payload);
  return { charset: label, bytes, length: whole.length };
}

/** RFC 2047 §4.2: `_` is a blank, `=XX` an octet. */
function decodeQ(payload: string): Buffer {
  const octets = payload
    .replaceAll("_", " ")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, "latin1");
}

/** The text of the words read so far, of which none is left then. */
function end(run: Run): string {
  if (run.bytes.length === 0) return "";
  const text = new TextDecoder(run.charset).decode(Buffer.concat(run.bytes));
  run.bytes = [];
  return text;
}

function isKnownCharset(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
