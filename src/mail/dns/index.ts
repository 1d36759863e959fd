/**
 * DNS as mail needs it, asked of recursive resolvers.
 *
 * name, type → `DnsClient.query` → `DnsAnswer`: records, or that there are none, or that nobody could say (RFC 1035, RFC 2308)
 * domain → `resolveMailHosts` → the hosts to try, in order, with addresses that may be connected to (RFC 5321 §5.1)
 * hosts → `providerOf` → who runs them
 *
 * Everything is a value; nothing rejects. An answer is checked to be one to our question, is kept for its time, and says whether
 * the resolver vouches for it (RFC 4035 §3.2.3), for DANE.
 */
export type { DnsAnswer, DnsFailure, DnsRecords, DnsType } from "./dns-answer.ts";
export { DnsClient, type DnsClientOptions } from "./dns-client.ts";
export type {
  Family,
  MailAddress,
  MailHost,
  MailHosts,
  MailHostsOptions,
  NoMailHosts,
} from "./mail-hosts/mail-hosts.ts";
export { organizationalDomain, providerOf } from "./mail-hosts/operator-of.ts";
export { resolveMailHosts } from "./mail-hosts/resolve-mail-hosts.ts";
