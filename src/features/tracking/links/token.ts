import type { InstanceSecrets } from "../../../platform/secrets/index.ts";

/**
 * The token of a tracked link or of the pixel. Layout: version (1), account number (4), email id (16), position (2), link (2), MAC (11).
 * The MAC covers the rest of the token and the URL, so a redirect needs no look-up and has only one target. 36 bytes are 48 characters of
 * base64url without padding.
 */
const VERSION = 1;
const EMAIL_ID_AT = 5;
const POSITION_AT = EMAIL_ID_AT + 16;
const LINK_AT = POSITION_AT + 2;
const NAMED_BYTES = LINK_AT + 2;
/** Guessing 88 bits over HTTP is not feasible. */
const MAC_BYTES = 11;
const TOKEN_BYTES = NAMED_BYTES + MAC_BYTES;
const TOKEN_LENGTH = (TOKEN_BYTES * 4) / 3;
const TOKEN = new RegExp(`^[A-Za-z0-9_-]{${TOKEN_LENGTH}}$`);
/** Separate keys: a token of a pixel is not valid for a link. */
const PURPOSES = { click: "tracked link", open: "tracking pixel" } as const;

/** The index of the hidden link, which has no URL. People do not see it; programs that follow every link follow it too. */
export const HONEYPOT = 0xffff;
/** Later links of a message are not tracked. */
export const MAX_LINKS = 1_000;

export type TokenKind = keyof typeof PURPOSES;
/** The recipient of an email: the email, and the recipient's position in it. */
export type TrackedRecipient = { accountNumber: number; emailId: string; position: number };
export type TokenContent = TrackedRecipient & { link: number };
/** `fingerprint`: 30 bits of the MAC. Of 100,000 tokens, about five pairs share one. Larger numbers would be slow keys in V8, which stores them on the heap. */
export type ReadToken = { content: TokenContent; fingerprint: number };
type Secrets = Pick<InstanceSecrets, "signFast" | "isSignedFast">;

/** `url`: in ASCII, as readTarget() returns it. It is empty for the honeypot and for the pixel. */
export type PathContent = { kind: TokenKind; link: number; url: string };

/**
 * Returns the paths of one recipient's links and pixel: `/c/{token}/{target}`, `/c/{token}` without a URL, and `/o/{token}.gif`. The same
 * content always gives the same path. The paths of an email are made together, in one buffer that is encoded once, because a buffer for
 * each takes half as long again.
 */
export function trackedPaths(
  secrets: Pick<Secrets, "signFast">,
  { accountNumber, emailId, position }: TrackedRecipient,
  contents: readonly PathContent[],
): string[] {
  const token = Buffer.alloc(TOKEN_BYTES);
  token[0] = VERSION;
  token.writeUInt32BE(accountNumber, 1);
  token.write(emailId.replaceAll("-", ""), EMAIL_ID_AT, "hex");
  token.writeUInt16BE(position, POSITION_AT);
  const bytes = Buffer.alloc(contents.reduce((sum, { url }) => sum + spaceOf(url), 0));
  let at = 0;
  for (const { kind, link, url } of contents) {
    token.writeUInt16BE(link, LINK_AT);
    const signed = writeSigned(bytes, at, { token, url });
    if (signed.length !== TOKEN_BYTES + url.length)
      throw new RangeError("The URL of a link must be in ASCII.");
    signed.set(secrets.signFast(PURPOSES[kind], signed, MAC_BYTES), NAMED_BYTES);
    at += spaceOf(url);
  }
  return pathsIn(bytes.toString("base64url"), contents);
}

/** Bytes up to the next whole group of base64, so that the encoding of each token and of each URL is the same as on its own. */
function spaceOf(url: string): number {
  return TOKEN_BYTES + Math.ceil(url.length / 3) * 3;
}

function pathsIn(text: string, contents: readonly PathContent[]): string[] {
  let at = 0;
  return contents.map(({ kind, url }) => {
    const token = text.slice(at, at + TOKEN_LENGTH);
    const target = text.slice(at + TOKEN_LENGTH, at + TOKEN_LENGTH + Math.ceil((url.length * 4) / 3));
    at += (spaceOf(url) * 4) / 3;
    if (kind === "open") return `/o/${token}.gif`;
    return url === "" ? `/c/${token}` : `/c/${token}/${target}`;
  });
}

/** Returns null when this instance did not make the token for this URL. */
export function readToken(
  secrets: Pick<Secrets, "isSignedFast">,
  kind: TokenKind,
  { token, url }: { token: string; url: string },
): ReadToken | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  if (bytes[0] !== VERSION) return null;
  const mac = Buffer.from(bytes.subarray(NAMED_BYTES));
  bytes.fill(0, NAMED_BYTES);
  const signed = writeSigned(Buffer.allocUnsafe(TOKEN_BYTES + Buffer.byteLength(url)), 0, {
    token: bytes,
    url,
  });
  if (!secrets.isSignedFast(PURPOSES[kind], signed, mac)) return null;
  const content = {
    accountNumber: bytes.readUInt32BE(1),
    emailId: uuidOf(bytes.toString("hex", EMAIL_ID_AT, POSITION_AT)),
    position: bytes.readUInt16BE(POSITION_AT),
    link: bytes.readUInt16BE(LINK_AT),
  };
  return { content, fingerprint: mac.readUInt32BE() >>> 2 };
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Writes what a MAC covers and returns it: the token with zeros for its MAC, and the URL. The token has a fixed length, so no two pairs
 * give the same bytes.
 */
function writeSigned(bytes: Buffer, at: number, { token, url }: { token: Buffer; url: string }): Buffer {
  bytes.set(token, at);
  const length = TOKEN_BYTES + bytes.write(url, at + TOKEN_BYTES);
  return bytes.subarray(at, at + length);
}
