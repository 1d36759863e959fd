import { decodeBase32, encodeBase32 } from "../../../platform/base32/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";

/** The recipient that a return path names. */
export type ReturnPath = { accountNumber: number; emailId: string; position: number };

/** `forged`: it has the form of ours, but no valid signature. `none`: it has another form. */
export type ReadReturnPath = ({ kind: "ours" } & ReturnPath) | { kind: "none" | "forged" | "expired" };

const PURPOSE = "return-path";
const PREFIX = "b";
/** account number (4) | email id (16) | position (2) | day since 1970 (2) */
const NAMED_BYTES = 24;
/** 80 bits cannot be guessed over SMTP, and more would not fit: a local part has at most 64 octets (RFC 5321 §4.5.3.1.1). */
const MAC_BYTES = 10;
const TOKEN_CHARACTERS = 55;
const DAY_MS = 86_400_000;
/** Servers retry for 5 days, and some send bounces later. After this time, a leaked token is worthless. */
const VALID_DAYS = 30;

type Options = { secrets: Pick<InstanceSecrets, "sign" | "isSigned">; now?: () => number };

/** Writes and reads return paths: local parts that name a recipient, signed with the secret of the instance. */
export class ReturnPaths {
  readonly #secrets: Options["secrets"];
  readonly #now: () => number;

  constructor({ secrets, now = Date.now }: Options) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /**
   * The return path (RFC 5321 §4.4) of one recipient: the address of a bounce names the recipient. `dueAt` is the first due time of the
   * email, by default its acceptance. It is the same for each attempt, because a new return path would start greylisting again.
   */
  addressFor({
    accountNumber,
    emailId,
    position,
    domain,
    dueAt,
  }: ReturnPath & { domain: string; dueAt?: Date | null }): string {
    const named = Buffer.alloc(NAMED_BYTES);
    named.writeUInt32BE(accountNumber, 0);
    named.write(emailId.replaceAll("-", ""), 4, "hex");
    named.writeUInt16BE(position, 20);
    named.writeUInt16BE(dayOf((dueAt ?? timeOfId(emailId)).getTime()), 22);
    const token = Buffer.concat([named, this.#secrets.sign(PURPOSE, named, MAC_BYTES)]);
    return `${PREFIX}${encodeBase32(token)}@${domain}`;
  }

  /** Reads a local part, in any case. */
  read(localPart: string): ReadReturnPath {
    const text = localPart.toLowerCase();
    if (text.length !== PREFIX.length + TOKEN_CHARACTERS || !text.startsWith(PREFIX)) return { kind: "none" };
    const token = decodeBase32(text.slice(PREFIX.length));
    if (!token) return { kind: "none" };
    const named = token.subarray(0, NAMED_BYTES);
    if (!this.#secrets.isSigned(PURPOSE, named, token.subarray(NAMED_BYTES))) return { kind: "forged" };
    if (dayOf(this.#now()) - named.readUInt16BE(22) > VALID_DAYS) return { kind: "expired" };
    return {
      kind: "ours",
      accountNumber: named.readUInt32BE(0),
      emailId: formatId(named.toString("hex", 4, 20)),
      position: named.readUInt16BE(20),
    };
  }
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function formatId(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
