/**
 * The DNS queries that mail needs, sent to recursive resolvers.
 *
 * name, type → `DnsClient.query` → `DnsAnswer`: records, no records, or a temporary failure (RFC 1035, RFC 2308)
 * domain → `resolveMailHosts` → the hosts to try, in order, with allowed addresses (RFC 5321 §5.1)
 * hosts → `providerOf` → their mailbox provider
 *
 * Errors are values; no promise rejects. Each response is checked against its question and cached until it expires. The
 * answer states whether the resolver authenticated it (RFC 4035 §3.2.3), which DANE needs.
 */
export type { DnsRecords } from "./dns-answer.ts";
export { DnsClient, type DnsPatience } from "./dns-client.ts";
export type {
  Family,
  MailHost,
  MailHosts,
} from "./mail-hosts/mail-hosts.ts";
export { organizationalDomain, providerOf } from "./mail-hosts/provider-of.ts";
export { resolveMailHosts } from "./mail-hosts/resolve-mail-hosts.ts";
