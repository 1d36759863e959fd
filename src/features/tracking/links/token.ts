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
const TOKEN_LENGTH = ((NAMED_BYTES + MAC_BYTES) * 4) / 3;
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
/** For the bytes of one call at a time: a buffer for each would take as long as the MAC. */
const shared = Buffer.alloc(4_096);

/** The same content and URL always give the same token. */
export function writeToken(
  secrets: Pick<Secrets, "signFast">,
  kind: TokenKind,
  { content: { link, ...recipient }, url }: { content: TokenContent; url: string },
): string {
  return tokenWriter(secrets, recipient)(kind, link, url);
}

/** Returns a function that writes the tokens of one recipient: all but the link and the MAC is the same in each. */
export function tokenWriter(
  secrets: Pick<Secrets, "signFast">,
  { accountNumber, emailId, position }: TrackedRecipient,
): (kind: TokenKind, link: number, url: string) => string {
  const token = Buffer.allocUnsafe(NAMED_BYTES + MAC_BYTES);
  token[0] = VERSION;
  token.writeUInt32BE(accountNumber, 1);
  token.write(emailId.replaceAll("-", ""), EMAIL_ID_AT, "hex");
  token.writeUInt16BE(position, POSITION_AT);
  return (kind, link, url) => {
    token.writeUInt16BE(link, LINK_AT);
    const signed = signedBytes(token.subarray(0, NAMED_BYTES), url);
    secrets.signFast(PURPOSES[kind], signed, MAC_BYTES).copy(token, NAMED_BYTES);
    return token.toString("base64url");
  };
}

/** Returns null when this instance did not make the token for this URL. */
export function readToken(
  secrets: Pick<Secrets, "isSignedFast">,
  kind: TokenKind,
  { token, url }: { token: string; url: string },
): ReadToken | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const named = bytes.subarray(0, NAMED_BYTES);
  if (named[0] !== VERSION) return null;
  if (!secrets.isSignedFast(PURPOSES[kind], signedBytes(named, url), bytes.subarray(NAMED_BYTES)))
    return null;
  const content = {
    accountNumber: named.readUInt32BE(1),
    emailId: uuidOf(named.toString("hex", EMAIL_ID_AT, POSITION_AT)),
    position: named.readUInt16BE(POSITION_AT),
    link: named.readUInt16BE(LINK_AT),
  };
  return { content, fingerprint: bytes.readUInt32BE(NAMED_BYTES) >>> 2 };
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Valid until the next call. The named part has a fixed length, so no two pairs give the same bytes. */
function signedBytes(named: Buffer, url: string): Buffer {
  const length = NAMED_BYTES + Buffer.byteLength(url);
  const bytes = length <= shared.length ? shared : Buffer.allocUnsafe(length);
  bytes.set(named);
  bytes.write(url, NAMED_BYTES);
  return bytes.subarray(0, length);
}
