import { domainOf, parseMailbox } from "../../mail/address/index.ts";
import { errors } from "../../platform/errors/index.ts";
import type { LongLines, Permission } from "../../platform/http/index.ts";
import { readNetwork } from "./networks.ts";

export type KeyLimitsInput = {
  permission?: Permission;
  from_domains?: string[] | null;
  networks?: string[] | null;
  expires_at?: string | null;
  daily_limit?: number | null;
  long_lines?: LongLines;
};

/** Values of the columns of `api_keys`; absent fields stay as they are. */
export type KeyLimitColumns = {
  permission?: Permission;
  from_domains?: string[] | null;
  networks?: string[] | null;
  expires_at?: Date | null;
  daily_limit?: number | null;
  long_lines?: LongLines;
};

/** Limits in normal form: domains as A-labels, networks as CIDR, without duplicates. Error: `validation_failed`. */
export function readKeyLimits(input: KeyLimitsInput, now: Date): KeyLimitColumns {
  const columns: KeyLimitColumns = {};
  if (input.permission !== undefined) columns.permission = input.permission;
  if (input.from_domains !== undefined)
    columns.from_domains = readEach("from_domains", input.from_domains, readDomain);
  if (input.networks !== undefined) columns.networks = readEach("networks", input.networks, readNetworkOf);
  if (input.expires_at !== undefined) columns.expires_at = readEnd(input.expires_at, now);
  if (input.daily_limit !== undefined) columns.daily_limit = input.daily_limit;
  if (input.long_lines !== undefined) columns.long_lines = input.long_lines;
  return columns;
}

type Read = { value: string } | { reason: string };

function readEach(path: string, texts: string[] | null, read: (text: string) => Read): string[] | null {
  if (texts === null) return null;
  const values = texts.map((text, index) => {
    const result = read(text.trim());
    if ("reason" in result) throw problem(`${path}[${index}]`, result.reason);
    return result.value;
  });
  return [...new Set(values)];
}

/** RFC 5321 §4.5.1: postmaster is a mailbox of every domain. */
function readDomain(text: string): Read {
  const parsed = parseMailbox(`postmaster@${text}`);
  return parsed.ok
    ? { value: domainOf(parsed.mailbox.address) }
    : { reason: "is not a domain that mail can be sent from" };
}

function readNetworkOf(text: string): Read {
  const value = readNetwork(text);
  return value === null
    ? { reason: "is not an IP address or network; write 203.0.113.0/24 or 2001:db8::/32" }
    : { value };
}

function readEnd(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const end = new Date(text);
  if (Number.isNaN(end.getTime()))
    throw problem("expires_at", "is not a valid time; write 2027-11-21T08:00:00Z");
  if (end <= now) throw problem("expires_at", "must be in the future; to end a key now, revoke it");
  return end;
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}.`, { fields: [{ path, message }] });
}
