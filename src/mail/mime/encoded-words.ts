/**
 * RFC 2047 §2 allows 75 characters per word and 76 per line including the header's name. 64 leaves space for the names of
 * text headers (`Subject: `, `Reply-To: `), so that no line is too long and no header begins with an empty line.
 */
const MAX_WORD_LENGTH = 64;
const Q_OVERHEAD = "=?UTF-8?Q?".length + "?=".length;
const MAX_PAYLOAD = MAX_WORD_LENGTH - Q_OVERHEAD;
/** Four base64 characters carry three bytes. */
const MAX_BASE64_BYTES = Math.floor(MAX_PAYLOAD / 4) * 3;
/** RFC 2047 §5(3): characters allowed unencoded in a phrase; they are safe everywhere else too. */
const Q_SAFE = /[A-Za-z0-9!*+\-/ ]/;

/** Encodes any text as RFC 2047 encoded words with a space between them, as Q or B, whichever is shorter. */
export function encodeWords(text: string): string {
  const wellFormed = text.toWellFormed();
  const bytes = Buffer.byteLength(wellFormed);
  let literal = 0;
  for (const char of wellFormed) if (Q_SAFE.test(char)) literal += 1;
  const qLength = literal + 3 * (bytes - literal);
  return qLength <= Math.ceil(bytes / 3) * 4 ? encodeQ(wellFormed) : encodeB(wellFormed);
}

/** RFC 2047 §4.2. A word contains complete code points (§5: "a multi-octet character may not be split"). */
function encodeQ(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const char of text) {
    const encoded = encodeCharacterQ(char);
    if (word.length + encoded.length > MAX_PAYLOAD) {
      words.push(word);
      word = "";
    }
    word += encoded;
  }
  words.push(word);
  return words.map((payload) => `=?UTF-8?Q?${payload}?=`).join(" ");
}

function encodeCharacterQ(char: string): string {
  if (char === " ") return "_";
  if (Q_SAFE.test(char)) return char;
  let encoded = "";
  for (const byte of Buffer.from(char)) encoded += `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return encoded;
}

/** RFC 2047 §4.1. Each word contains complete code points (§5). */
function encodeB(text: string): string {
  const words: string[] = [];
  let word = "";
  let bytes = 0;
  for (const char of text) {
    const size = Buffer.byteLength(char);
    if (bytes + size > MAX_BASE64_BYTES) {
      words.push(word);
      word = "";
      bytes = 0;
    }
    word += char;
    bytes += size;
  }
  words.push(word);
  return words.map((payload) => `=?UTF-8?B?${Buffer.from(payload).toString("base64")}?=`).join(" ");
}
