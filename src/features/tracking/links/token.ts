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
type Secrets = Pick<InstanceSecrets, "sign" | "isSigned">;

/** The same content and URL always give the same token. */
export function writeToken(
  secrets: Pick<Secrets, "sign">,
  kind: TokenKind,
  { content, url }: { content: TokenContent; url: string },
): string {
  const named = Buffer.allocUnsafe(NAMED_BYTES);
  named[0] = VERSION;
  named.writeUInt32BE(content.accountNumber, 1);
  named.write(content.emailId.replaceAll("-", ""), EMAIL_ID_AT, "hex");
  named.writeUInt16BE(content.position, POSITION_AT);
  named.writeUInt16BE(content.link, LINK_AT);
  const mac = secrets.sign(PURPOSES[kind], signedBytes(named, url), MAC_BYTES);
  return Buffer.concat([named, mac]).toString("base64url");
}

/** Returns null when this instance did not make the token for this URL. */
export function readToken(
  secrets: Pick<Secrets, "isSigned">,
  kind: TokenKind,
  { token, url }: { token: string; url: string },
): TokenContent | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const named = bytes.subarray(0, NAMED_BYTES);
  if (named[0] !== VERSION) return null;
  if (!secrets.isSigned(PURPOSES[kind], signedBytes(named, url), bytes.subarray(NAMED_BYTES))) return null;
  return {
    accountNumber: named.readUInt32BE(1),
    emailId: named
      .toString("hex", EMAIL_ID_AT, POSITION_AT)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    position: named.readUInt16BE(POSITION_AT),
    link: named.readUInt16BE(LINK_AT),
  };
}

/** The named part has a fixed length, so no two pairs give the same bytes. */
function signedBytes(named: Buffer, url: string): Buffer {
  return Buffer.concat([named, Buffer.from(url)]);
}
