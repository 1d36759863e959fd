/** RFC 4648 §6, without padding and in lower case, because some mail servers change the case of local parts. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const BITS_PER_CHARACTER = 5;

export function encodeBase32(bytes: Buffer): string {
  let text = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= BITS_PER_CHARACTER) {
      bits -= BITS_PER_CHARACTER;
      text += ALPHABET[(pending >> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(pending << (BITS_PER_CHARACTER - bits)) & 31] : text;
}

/** @returns null for text that `encodeBase32` never produces */
export function decodeBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return null;
    pending = (pending << BITS_PER_CHARACTER) | value;
    bits += BITS_PER_CHARACTER;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(pending >> bits);
    pending &= (1 << bits) - 1;
  }
  const decoded = Buffer.from(bytes);
  return encodeBase32(decoded) === text ? decoded : null;
}
