const BLOCK_BYTES = 8;
/** The 2 and the 4 of the name. */
const ROUNDS = 2;
const LAST_ROUNDS = 4;

/**
 * SipHash-2-4, a MAC for short messages (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012), with a result of 128 bits as in
 * the authors' reference code (github.com/veorq/SipHash). It takes about 0.5 µs for 70 bytes, a third of `ShortHmac`. The names are those
 * of the paper. Its words of 64 bits are pairs of numbers, `l` and `h`, because a BigInt would be slower than HMAC, and all is one
 * function, because an array of the words takes half as long again.
 */
export class SipHash {
  static readonly KEY_BYTES = 16;
  static readonly MAC_BYTES = 16;
  readonly #k: { readonly k0l: number; readonly k0h: number; readonly k1l: number; readonly k1h: number };
  readonly #mac = Buffer.alloc(SipHash.MAC_BYTES);

  constructor(key: Buffer) {
    if (key.length !== SipHash.KEY_BYTES) throw new RangeError(`A key has ${SipHash.KEY_BYTES} bytes.`);
    const [k0l, k0h, k1l, k1h] = [wordAt(key, 0), wordAt(key, 4), wordAt(key, 8), wordAt(key, 12)];
    this.#k = { k0l, k0h, k1l, k1h };
  }

  /** Returns the first `lengthBytes` of the MAC: at most 16. */
  sign(message: Buffer, lengthBytes: number): Buffer {
    if (lengthBytes > SipHash.MAC_BYTES)
      throw new RangeError(`A MAC has at most ${SipHash.MAC_BYTES} bytes.`);
    const { k0l, k0h, k1l, k1h } = this.#k;
    let v0l = k0l ^ 0x70736575;
    let v0h = k0h ^ 0x736f6d65;
    // 0xee, here and below, and 0xdd belong to the result of 128 bits.
    let v1l = k1l ^ 0x6e646f6d ^ 0xee;
    let v1h = k1h ^ 0x646f7261;
    let v2l = k0l ^ 0x6e657261;
    let v2h = k0h ^ 0x6c796765;
    let v3l = k1l ^ 0x79746573;
    let v3h = k1h ^ 0x74656462;
    const last = message.length - (message.length % BLOCK_BYTES);
    // All blocks, and then the two halves of the result.
    for (let at = 0; at <= last + 2 * BLOCK_BYTES; at += BLOCK_BYTES) {
      const isBlock = at <= last;
      const ml = isBlock ? lowWord(message, at) : 0;
      const mh = isBlock ? highWord(message, at) : 0;
      if (at === last + BLOCK_BYTES) v2l ^= 0xee;
      if (at === last + 2 * BLOCK_BYTES) v1l ^= 0xdd;
      v3l ^= ml;
      v3h ^= mh;
      for (let round = isBlock ? ROUNDS : LAST_ROUNDS; round > 0; round -= 1) {
        let low = (v0l + v1l) | 0;
        v0h = (v0h + v1h + carryOf(low, v0l)) | 0;
        v0l = low;
        low = v1l;
        v1l = ((v1l << 13) | (v1h >>> 19)) ^ v0l;
        v1h = ((v1h << 13) | (low >>> 19)) ^ v0h;
        low = v0l;
        v0l = v0h;
        v0h = low;
        low = (v2l + v3l) | 0;
        v2h = (v2h + v3h + carryOf(low, v2l)) | 0;
        v2l = low;
        low = v3l;
        v3l = ((v3l << 16) | (v3h >>> 16)) ^ v2l;
        v3h = ((v3h << 16) | (low >>> 16)) ^ v2h;
        low = (v0l + v3l) | 0;
        v0h = (v0h + v3h + carryOf(low, v0l)) | 0;
        v0l = low;
        low = v3l;
        v3l = ((v3l << 21) | (v3h >>> 11)) ^ v0l;
        v3h = ((v3h << 21) | (low >>> 11)) ^ v0h;
        low = (v2l + v1l) | 0;
        v2h = (v2h + v1h + carryOf(low, v2l)) | 0;
        v2l = low;
        low = v1l;
        v1l = ((v1l << 17) | (v1h >>> 15)) ^ v2l;
        v1h = ((v1h << 17) | (low >>> 15)) ^ v2h;
        low = v2l;
        v2l = v2h;
        v2h = low;
      }
      v0l ^= ml;
      v0h ^= mh;
      if (!isBlock) {
        const half = at - last - BLOCK_BYTES;
        this.#mac.writeInt32LE(v0l ^ v1l ^ v2l ^ v3l, half);
        this.#mac.writeInt32LE(v0h ^ v1h ^ v2h ^ v3h, half + 4);
      }
    }
    return Buffer.from(this.#mac.subarray(0, lengthBytes));
  }
}

/** 1 if an addition to `low` gave a `sum` that did not fit in 32 bits. */
function carryOf(sum: number, low: number): number {
  return sum >>> 0 < low >>> 0 ? 1 : 0;
}

function lowWord(message: Buffer, at: number): number {
  return at + 4 <= message.length ? wordAt(message, at) : restAt(message, at);
}

/** The last block ends with the length modulo 256. */
function highWord(message: Buffer, at: number): number {
  if (at + BLOCK_BYTES <= message.length) return wordAt(message, at + 4);
  return restAt(message, at + 4) | ((message.length & 0xff) << 24);
}

function wordAt(bytes: Buffer, at: number): number {
  return (
    byteAt(bytes, at) |
    (byteAt(bytes, at + 1) << 8) |
    (byteAt(bytes, at + 2) << 16) |
    (byteAt(bytes, at + 3) << 24)
  );
}

function restAt(bytes: Buffer, at: number): number {
  let word = 0;
  for (let byte = at; byte < bytes.length && byte < at + 4; byte += 1)
    word |= byteAt(bytes, byte) << ((byte - at) * 8);
  return word;
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] as number;
}
