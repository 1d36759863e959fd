import type { Signer } from "../../transmit/transport.ts";

/**
 * The SMTP servers of Amazon SES, also its FIPS and VPC endpoints. SES replaces Message-ID and Date, which breaks our signatures, and
 * refuses two: `554 Transaction failed: Duplicate header 'DKIM-Signature'.`
 */
const SES = /(^|\.)email-smtp(-fips)?\.[a-z0-9.-]+\.amazonaws\.com(\.cn)?\.?$/i;

/** Returns the signer of mail that goes through an SMTP relay. */
export function signerOf(host: string): Signer {
  return SES.test(host) ? "relay" : "us";
}
