export type Family = 4 | 6;
export type MailAddress = { address: string; family: Family };

/** A server that takes mail for a domain. */
export type MailHost = {
  name: string;
  preference: number;
  /** In the order in which to try them; never empty. */
  addresses: MailAddress[];
  /** Where its aliases lead (RFC 7672 §2.2.2 asks for TLSA records there). */
  canonicalName: string;
  /** Whether its addresses were authenticated. */
  authenticated: boolean;
};

/** No server can be tried. `reason` is a sentence; `enhanced` the code of RFC 3463 for it. */
export type NoMailHosts = { ok: false; kind: "permanent" | "temporary"; enhanced: string; reason: string };

export type MailHosts =
  | {
      ok: true;
      /** In the order in which to try them; never empty. */
      hosts: MailHost[];
      /** The domain has no MX records and is taken for its own host (RFC 5321 §5.1). */
      implicit: boolean;
      /** Whether the MX records, or that there are none, were authenticated. */
      authenticated: boolean;
      /** In a sentence each, why a host that the domain names is not among them. */
      passedOver: string[];
    }
  | NoMailHosts;

export type MailHostsOptions = {
  /** Completes a sentence that begins with the host's name; null when the address may be connected to. */
  reasonToRefuseAddress: (address: string) => string | null;
  /** Names that we ourselves take mail under: hosts as far away as these, or further, are left to us (RFC 5321 §5.1). */
  ownNames?: readonly string[];
  /** The families that this machine can send over, the better one first. */
  families?: readonly Family[];
  /** As Math.random. */
  random?: () => number;
};

export function permanent(enhanced: string, reason: string): NoMailHosts {
  return { ok: false, kind: "permanent", enhanced, reason };
}

export function temporary(enhanced: string, reason: string): NoMailHosts {
  return { ok: false, kind: "temporary", enhanced, reason };
}
