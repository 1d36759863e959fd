import type { ReturnPath, ReturnPaths } from "../delivery/index.ts";

/** An address that accepts inbound mail. */
export type Mailbox =
  /** Receives the bounces of one recipient. */
  | { kind: "return-path"; path: ReturnPath }
  /** The `mailto:` address that mail programs write to when a recipient unsubscribes (RFC 2369 §3.2). */
  | { kind: "unsubscribe"; token: string }
  /** A `rua` address that we publish (RFC 7489 §6.3, RFC 8460 §3). A host accepts only the reports of its own domain. */
  | { kind: "reports"; host: string }
  /** RFC 5321 §4.5.1, RFC 2142 §2. */
  | { kind: "operator" };

/** Addresses with our token, which only recipients of our mail know. */
type SignedMailbox = Extract<Mailbox, { kind: "return-path" | "unsubscribe" }>;

/** Why the mailbox does not exist. For our metrics only: the client gets the same reply for each. */
export type Unknown = { kind: "unknown" | "forged" | "expired" };

export type MailboxesDeps = {
  returnPaths: Pick<ReturnPaths, "read">;
  isUnsubscribeToken: (token: string) => boolean;
  /** Returns true for the instance's own domain and for domains that accounts have verified. */
  isOurDomain: (domain: string) => Promise<boolean>;
  /** Returns true for the domain of the email that the mailbox names, which may have been removed. */
  wasOurDomain: (domain: string, mailbox: SignedMailbox) => Promise<boolean>;
};

const REPORT_MAILBOXES = ["dmarc", "dmarc-reports", "tls-reports"];
const OPERATOR_MAILBOXES = ["postmaster", "abuse"];
const UNSUBSCRIBE_PREFIX = "u";
const UNKNOWN: Unknown = { kind: "unknown" };

/** The addresses that accept inbound mail. */
export class Mailboxes {
  readonly #deps: MailboxesDeps;

  constructor(deps: MailboxesDeps) {
    this.#deps = deps;
  }

  /**
   * The domain of `address` must consist of lower-case A-labels. An address with our token is also accepted at a domain that was removed
   * after its email was sent.
   */
  async find(address: string): Promise<Mailbox | Unknown> {
    // RFC 5321 §4.5.1: only postmaster may be addressed without a domain.
    if (address.toLowerCase() === "postmaster") return { kind: "operator" };
    const at = address.lastIndexOf("@");
    if (at < 0) return UNKNOWN;
    const localPart = address.slice(0, at);
    const domain = address.slice(at + 1);
    if (!(await this.#deps.isOurDomain(domain))) {
      const found = this.#findLocal(localPart);
      return isSigned(found) && (await this.#deps.wasOurDomain(domain, found)) ? found : UNKNOWN;
    }
    if (REPORT_MAILBOXES.includes(localPart.toLowerCase())) return { kind: "reports", host: domain };
    return this.#findLocal(localPart);
  }

  #findLocal(localPart: string): Mailbox | Unknown {
    if (OPERATOR_MAILBOXES.includes(localPart.toLowerCase())) return { kind: "operator" };
    const read = this.#deps.returnPaths.read(localPart);
    if (read.kind === "ours") return { kind: "return-path", path: read };
    if (read.kind !== "none") return { kind: read.kind };
    const token = localPart.slice(UNSUBSCRIBE_PREFIX.length);
    const isUnsubscribe =
      localPart.toLowerCase().startsWith(UNSUBSCRIBE_PREFIX) && this.#deps.isUnsubscribeToken(token);
    return isUnsubscribe ? { kind: "unsubscribe", token } : UNKNOWN;
  }
}

function isSigned(found: Mailbox | Unknown): found is SignedMailbox {
  return found.kind === "return-path" || found.kind === "unsubscribe";
}

export function isMailbox(found: Mailbox | Unknown): found is Mailbox {
  return found.kind !== "unknown" && found.kind !== "forged" && found.kind !== "expired";
}
