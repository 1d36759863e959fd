import type { ReturnPath, ReturnPaths } from "../delivery/index.ts";

/** An address that something may come back to. */
export type Mailbox =
  /** Bounces of one recipient. */
  | { kind: "return-path"; path: ReturnPath }
  /** What a mail program writes to when somebody unsubscribes (RFC 2369 §3.2). */
  | { kind: "unsubscribe"; token: string }
  /** The `rua` addresses that we publish (RFC 7489 §6.3, RFC 8460 §3); each host is for the reports of its own domain. */
  | { kind: "reports"; host: string }
  /** RFC 5321 §4.5.1, RFC 2142 §2. */
  | { kind: "operator" };

/** Why there is no such mailbox: for us alone, who wrote gets one answer. */
export type Unknown = { kind: "unknown" | "forged" | "expired" };

export type Mailboxes = {
  /** `address`: lower-case A-labels behind the @. */
  find(address: string): Promise<Mailbox | Unknown>;
};

export type MailboxesDeps = {
  returnPaths: Pick<ReturnPaths, "read">;
  isUnsubscribeToken: (token: string) => boolean;
  /** Whether a domain's MX record points here by right: the instance's own, and those that accounts have verified. */
  isOurDomain: (domain: string) => Promise<boolean>;
};

const forReports = ["dmarc", "dmarc-reports", "tls-reports"];
const forOperators = ["postmaster", "abuse"];
const unsubscribePrefix = "u";
const unknown: Unknown = { kind: "unknown" };

export function createMailboxes({ returnPaths, isUnsubscribeToken, isOurDomain }: MailboxesDeps): Mailboxes {
  return {
    async find(address) {
      // RFC 5321 §4.5.1: the one mailbox that may be named without its domain.
      if (address.toLowerCase() === "postmaster") return { kind: "operator" };
      const at = address.lastIndexOf("@");
      if (at < 0 || !(await isOurDomain(address.slice(at + 1)))) return unknown;
      const localPart = address.slice(0, at);
      if (forReports.includes(localPart.toLowerCase()))
        return { kind: "reports", host: address.slice(at + 1) };
      return findLocal(localPart);
    },
  };

  function findLocal(localPart: string): Mailbox | Unknown {
    if (forOperators.includes(localPart.toLowerCase())) return { kind: "operator" };
    const read = returnPaths.read(localPart);
    if (read.kind === "ours") return { kind: "return-path", path: read };
    if (read.kind !== "none") return { kind: read.kind };
    const token = localPart.slice(unsubscribePrefix.length);
    const isUnsubscribe = localPart.toLowerCase().startsWith(unsubscribePrefix) && isUnsubscribeToken(token);
    return isUnsubscribe ? { kind: "unsubscribe", token } : unknown;
  }
}

export function isMailbox(found: Mailbox | Unknown): found is Mailbox {
  return found.kind !== "unknown" && found.kind !== "forged" && found.kind !== "expired";
}
