import type { MailHost } from "../../../mail/dns/index.ts";
import type { AttemptResult } from "../outcome.ts";

/** Where mail for a domain goes, or what is known about it without talking to a server. */
export type Destination =
  | {
      kind: "hosts";
      domain: string;
      /** Who runs its mail servers: domains of one provider share connections' number and throttles. */
      provider: string;
      /** Names of those hosts that are the provider's own: a domain may list others' beside them. */
      providerHosts: ReadonlySet<string>;
      /** In the order in which to try them. */
      hosts: MailHost[];
      /** Whether DNSSEC vouches for the MX records (RFC 7672 §2.2.1). */
      authenticated: boolean;
    }
  | { kind: "none"; domain: string; result: AttemptResult };
