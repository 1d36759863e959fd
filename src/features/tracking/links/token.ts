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

/** The paths of one recipient's links and pixel. The same content and URL always give the same path. */
export type TrackedPaths = {
  /** `/c/{token}/{target}`, and `/c/{token}` for the honeypot, which has no URL. */
  link(link: number, url: string): string;
  /** `/o/{token}.gif` */
  pixel(): string;
};

export function trackedPaths(
  secrets: Pick<Secrets, "signFast">,
  { accountNumber, emailId, position }: TrackedRecipient,
): TrackedPaths {
  const named = Buffer.allocUnsafe(NAMED_BYTES);
  named[0] = VERSION;
  named.writeUInt32BE(accountNumber, 1);
  named.write(emailId.replaceAll("-", ""), EMAIL_ID_AT, "hex");
  named.writeUInt16BE(position, POSITION_AT);
  // A token fills its last base64 character, so the encoding of token and URL is that of the token and then that of the URL.
  const write = (kind: TokenKind, link: number, url: string): string => {
    named.writeUInt16BE(link, LINK_AT);
    const bytes = signedBytes(named, url);
    bytes.set(secrets.signFast(PURPOSES[kind], bytes, MAC_BYTES), NAMED_BYTES);
    return bytes.toString("base64url");
  };
  return {
    link: (link, url) => {
      const text = write("click", link, url);
      return url === "" ? `/c/${text}` : `/c/${text.slice(0, TOKEN_LENGTH)}/${text.slice(TOKEN_LENGTH)}`;
    },
    pixel: () => `/o/${write("open", 0, "")}.gif`,
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

/** The token with zeros for its MAC, and the URL. The token has a fixed length, so no two pairs give the same bytes. */
function signedBytes(named: Buffer, url: string): Buffer {
  const bytes = Buffer.allocUnsafe(TOKEN_BYTES + Buffer.byteLength(url));
  bytes.set(named);
  bytes.fill(0, NAMED_BYTES, TOKEN_BYTES);
  bytes.write(url, TOKEN_BYTES);
  return bytes;
}
