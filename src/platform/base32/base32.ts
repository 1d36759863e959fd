/** RFC 4648 §6, in lower case and without padding: local parts keep their letters, though not always their case. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const bitsPerCharacter = 5;

export function encodeBase32(bytes: Buffer): string {
  let text = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= bitsPerCharacter) {
      bits -= bitsPerCharacter;
      text += alphabet[(pending >> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(pending << (bitsPerCharacter - bits)) & 31] : text;
}

/** Null for what `encodeBase32` never writes. */
export function decodeBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) return null;
    pending = (pending << bitsPerCharacter) | value;
    bits += bitsPerCharacter;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(pending >> bits);
    pending &= (1 << bits) - 1;
  }
  const decoded = Buffer.from(bytes);
  return encodeBase32(decoded) === text ? decoded : null;
}
