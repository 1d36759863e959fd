import { hash, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import { readHeaderFields } from "../message/index.ts";
import { hashBody } from "./hash-body.ts";
import type { KeyAlgorithm } from "./make-signing-key.ts";
import { relaxValue, selectFields } from "./signed-fields.ts";

export type SigningKey = {
  algorithm: KeyAlgorithm;
  /** `d=`, as A-labels. */
  domain: string;
  selector: string;
  privateKey: KeyObject;
};

type SignOptions = {
  keys: readonly SigningKey[];
  /** `t=`: the email's date, so that a retry repeats the message exactly. */
  date: Date;
};

/** Prepends a DKIM-Signature per key. All lines of the message must end with CRLF, and its header must be well-formed. */
export async function signMessage(message: Buffer, { keys, date }: SignOptions): Promise<Buffer> {
  if (keys.length === 0) return message;
  const header = readHeaderFields(message, { maxBytes: message.length });
  if (!header.ok) throw new Error(`The message cannot be signed: ${header.reason}`);
  const bodyHash = await hashBody(message.subarray(header.end + "\r\n".length));
  const { names, relaxed } = selectFields(message, header.fields);
  const tags = { date, bodyHash, names: foldNames(names) };
  const signatures = await Promise.all(
    keys.map(async (key) => {
      const unsigned = writeTags(key, tags);
      // RFC 6376 §3.7: the signature field itself comes last, with an empty b= and without its line end.
      const signed = Buffer.from(`${relaxed}dkim-signature:${relaxValue(unsigned)}`, "latin1");
      const signature = (await signWith(key, signed)).toString("base64");
      return Buffer.from(`DKIM-Signature:${unsigned}${foldSignature(signature)}\r\n`, "latin1");
    }),
  );
  return Buffer.concat([...signatures, message]);
}

const signInPool = promisify<string, Buffer, KeyObject, Buffer>(sign);

/** RSA takes half a millisecond and runs in the thread pool; Ed25519 costs less than a thread switch. */
async function signWith({ algorithm, privateKey }: SigningKey, signed: Buffer): Promise<Buffer> {
  if (algorithm === "rsa") return await signInPool("sha256", signed, privateKey);
  // RFC 8463 §3: PureEdDSA over the SHA-256 of the signed data.
  return sign(null, hash("sha256", signed, "buffer"), privateKey);
}

type Tags = { date: Date; bodyHash: string; names: string };

function writeTags({ algorithm, domain, selector }: SigningKey, { date, bodyHash, names }: Tags): string {
  const seconds = Math.floor(date.getTime() / 1_000);
  return (
    ` v=1; a=${algorithm}-sha256; c=relaxed/relaxed; d=${domain};\r\n` +
    ` s=${selector}; t=${seconds};\r\n` +
    ` bh=${bodyHash};\r\n` +
    ` h=${names};\r\n` +
    " b="
  );
}

/** RFC 5322 §2.1.1 recommends at most 78 characters. */
const LINE_LENGTH = 76;

/** RFC 6376 §3.5: blanks are allowed around the colons of `h=`. */
function foldNames(names: readonly string[]): string {
  let folded = "";
  let column = " h=".length;
  for (const [index, name] of names.entries()) {
    const piece = index === 0 ? name : `:${name}`;
    if (column + piece.length > LINE_LENGTH) {
      folded += "\r\n  ";
      column = 2;
    }
    folded += piece;
    column += piece.length;
  }
  return folded;
}

/** Blanks inside `b=` are ignored. */
function foldSignature(base64: string): string {
  let folded = base64.slice(0, LINE_LENGTH - 3);
  for (let at = LINE_LENGTH - 3; at < base64.length; at += LINE_LENGTH - 2)
    folded += `\r\n  ${base64.slice(at, at + LINE_LENGTH - 2)}`;
  return folded;
}
