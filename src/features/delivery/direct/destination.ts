import type { MailHost } from "../../../mail/dns/index.ts";
import type { AttemptResult } from "../outcome.ts";

/** The mail servers of a domain, or the result if DNS already says that mail cannot be delivered. */
export type Destination =
  | {
      kind: "hosts";
      domain: string;
      /** The mailbox provider: its domains share throttles. */
      provider: string;
      /** Hosts that belong to the provider. A domain may list other hosts beside them. */
      providerHosts: ReadonlySet<string>;
      /** In the order of attempts. */
      hosts: MailHost[];
      /** Whether the MX records are DNSSEC-validated (RFC 7672 §2.2.1). */
      authenticated: boolean;
    }
  | { kind: "none"; domain: string; result: AttemptResult };
