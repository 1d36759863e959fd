import type { DaneTerms } from "./dane/reason-to-refuse-chain.ts";

/**
 * What TLS with a host must be. `why` is a sentence for the event.
 *
 * opportunistic: STARTTLS when offered, without a look at the certificate; in the clear when it fails.
 * enforced by mta-sts: TLS 1.2 at least, and a certificate for the host's name from an authority that the system trusts.
 * enforced by dane: TLS 1.2 at least, and a certificate that fits the records; any, if there are none.
 * temporary: this host must not be used now; another one may be.
 */
export type TlsPolicy =
  | { kind: "opportunistic"; why: string }
  | { kind: "enforced"; by: "mta-sts"; why: string }
  | ({ kind: "enforced"; by: "dane"; why: string } & DaneTerms)
  | { kind: "temporary"; reason: string };
