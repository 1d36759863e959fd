import { decodeBase32, encodeBase32 } from "../../../platform/base32/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";

/** One recipient of one email, as a return path names it. */
export type ReturnPath = { accountNumber: number; emailId: string; position: number };

export type ReturnPaths = {
  /**
   * The return path (RFC 5321 §4.4) of one recipient, so that a bounce says by its own address whose it is. `dueAt` is when the email
   * was to be sent first, by default when it was accepted: the same for each attempt, or greylisting would begin anew.
   */
  addressFor(path: ReturnPath & { domain: string; dueAt?: Date | null }): string;
  /** Whom a local part names, in any case. */
  read(localPart: string): ReadReturnPath;
};

/** `forged`: it looks like one of ours, and we never wrote it. `none`: it does not even look so. */
export type ReadReturnPath = ({ kind: "ours" } & ReturnPath) | { kind: "none" | "forged" | "expired" };

const PURPOSE = "return-path";
const PREFIX = "b";
/** account number (4) | email id (16) | position (2) | day since 1970 (2) */
const NAMED_BYTES = 24;
/** Guessing one of 2⁸⁰ by SMTP takes for ever; more would not fit. RFC 5321 §4.5.3.1.1: a local part has 64 octets at most. */
const MAC_BYTES = 10;
const TOKEN_CHARACTERS = 55;
const DAY_MS = 86_400_000;
/** Servers keep trying for 5 days, and some bounce mail later still; after it a token that leaked is worth nothing. */
const VALID_DAYS = 30;

export function createReturnPaths({
  secrets,
  now = Date.now,
}: {
  secrets: Pick<InstanceSecrets, "sign" | "isSigned">;
  now?: () => number;
}): ReturnPaths {
  return {
    addressFor({ accountNumber, emailId, position, domain, dueAt }) {
      const named = Buffer.alloc(NAMED_BYTES);
      named.writeUInt32BE(accountNumber, 0);
      named.write(emailId.replaceAll("-", ""), 4, "hex");
      named.writeUInt16BE(position, 20);
      named.writeUInt16BE(dayOf((dueAt ?? timeOfId(emailId)).getTime()), 22);
      const token = Buffer.concat([named, secrets.sign(PURPOSE, named, MAC_BYTES)]);
      return `${PREFIX}${encodeBase32(token)}@${domain}`;
    },
    read(localPart) {
      const text = localPart.toLowerCase();
      if (text.length !== PREFIX.length + TOKEN_CHARACTERS || !text.startsWith(PREFIX))
        return { kind: "none" };
      const token = decodeBase32(text.slice(PREFIX.length));
      if (!token) return { kind: "none" };
      const named = token.subarray(0, NAMED_BYTES);
      if (!secrets.isSigned(PURPOSE, named, token.subarray(NAMED_BYTES))) return { kind: "forged" };
      if (dayOf(now()) - named.readUInt16BE(22) > VALID_DAYS) return { kind: "expired" };
      return {
        kind: "ours",
        accountNumber: named.readUInt32BE(0),
        emailId: formatId(named.toString("hex", 4, 20)),
        position: named.readUInt16BE(20),
      };
    },
  };
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function formatId(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
