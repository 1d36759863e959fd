/**
 * Certificates from a certificate authority by ACME (RFC 8555), with HTTP-01 challenges.
 *
 * AcmeClient.order: newOrder → challenge of each name → finalize with a request (certificateRequest) → chain
 */
export { AcmeClient, AcmeError } from "./acme-client.ts";
