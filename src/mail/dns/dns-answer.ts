/** The data of each record type. Names are in lower case, without the final dot; "." is the root. */
export type DnsRecords = {
  A: string;
  AAAA: string;
  CNAME: string;
  NS: string;
  PTR: string;
  /** The strings of one record joined (RFC 7208 §3.3, RFC 6376 §3.6.2.2, RFC 8461 §3.1). Untrusted text. */
  TXT: string;
  MX: { preference: number; exchange: string };
  /** RFC 6698 §2.1. */
  TLSA: { usage: number; selector: number; matchingType: number; certificate: Buffer };
  SOA: {
    mname: string;
    rname: string;
    serial: number;
    refresh: number;
    retry: number;
    expire: number;
    minimum: number;
  };
};

export type DnsType = keyof DnsRecords;

/**
 * no_such_domain: nothing exists at this name, of any type (NXDOMAIN). temporary: the lookup failed, and a retry may
 * succeed. `reason` is a sentence for the log and the event.
 */
type DnsFailure = { ok: false; kind: "no_such_domain" | "temporary"; reason: string };

/** A name without records of this type has an empty list, which is not a failure (RFC 2308 §2.2). */
export type DnsAnswer<T extends DnsType> =
  | {
      ok: true;
      records: readonly DnsRecords[T][];
      /** The name of the records, after all aliases. */
      canonicalName: string;
      /** Whether a trusted resolver authenticated all records and aliases with DNSSEC (RFC 7672 §2.1.1). */
      authenticated: boolean;
      /** How long the answer remains valid. */
      ttlSeconds: number;
    }
  | DnsFailure;
