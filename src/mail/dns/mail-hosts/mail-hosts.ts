export type Family = 4 | 6;
export type MailAddress = { address: string; family: Family };

/** A server that accepts mail for a domain. */
export type MailHost = {
  name: string;
  preference: number;
  /** In the order in which to try them. Never empty. */
  addresses: MailAddress[];
  /** The name after all aliases of the host. RFC 7672 §2.2.2 looks for TLSA records there first. */
  canonicalName: string;
  /** Whether the addresses of the host were authenticated. */
  authenticated: boolean;
};

/** The result when no server can be tried. `reason` is a sentence, `enhanced` an RFC 3463 code. */
export type NoMailHosts = { ok: false; kind: "permanent" | "temporary"; enhanced: string; reason: string };

export type MailHosts =
  | {
      ok: true;
      /** In the order in which to try them. Never empty. */
      hosts: MailHost[];
      /** Whether the domain has no MX records and is its own mail host (RFC 5321 §5.1). */
      implicit: boolean;
      /** Whether the MX records, or their absence, were authenticated. */
      authenticated: boolean;
      /** One sentence for each host of the domain that is left out, with the reason. */
      passedOver: string[];
    }
  | NoMailHosts;

export type MailHostsOptions = {
  /**
   * Returns null if connecting to the address is allowed, otherwise the rest of a sentence that begins with the host's name.
   */
  reasonToRefuseAddress: (address: string) => string | null;
  /**
   * The names under which we accept mail ourselves. Hosts with the same or a worse preference are dropped (RFC 5321 §5.1).
   */
  ownNames?: readonly string[];
  /** The address families over which this machine can send, the preferred one first. */
  families?: readonly Family[];
  /** Default: Math.random. */
  random?: () => number;
};

export function permanent(enhanced: string, reason: string): NoMailHosts {
  return { ok: false, kind: "permanent", enhanced, reason };
}

export function temporary(enhanced: string, reason: string): NoMailHosts {
  return { ok: false, kind: "temporary", enhanced, reason };
}
