import type { DaneTerms } from "./dane/reason-to-refuse-chain.ts";

/**
 * The TLS requirements for a host. `why` is a sentence for the event.
 *
 * opportunistic: STARTTLS when offered, without verifying the certificate; plain text when TLS fails.
 * enforced by mta-sts: at least TLS 1.2, and a certificate for the host's name from an authority that the system trusts.
 * enforced by dane: at least TLS 1.2, and a certificate that matches the records; any certificate, if there are none.
 * temporary: this host must not be used now; another one may be.
 */
export type TlsPolicy =
  | { kind: "opportunistic"; why: string }
  | { kind: "enforced"; by: "mta-sts"; why: string }
  | ({ kind: "enforced"; by: "dane"; why: string } & DaneTerms)
  | { kind: "temporary"; reason: string };
