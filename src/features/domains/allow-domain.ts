import { compareKey } from "../../mail/address/index.ts";
import type { Database } from "../../platform/db/index.ts";
import { findAccountOfUser, findDomainOwner, insertDomain } from "./queries.ts";
import { readDomain } from "./read-domain.ts";

export type AllowDomainResult =
  | { kind: "allowed" | "allowed_before" | "belongs_to_another_account"; domain: string }
  | { kind: "invalid_domain" | "unknown_user" };

/** Lists a domain for the account of the person with this address (`posthouse domains allow`). A domain belongs to one account. */
export async function allowDomain(
  database: Database,
  { email, domain: given }: { email: string; domain: string },
): Promise<AllowDomainResult> {
  const domain = readDomain(given);
  if (domain === null) return { kind: "invalid_domain" };
  const accountId = await findAccountOfUser(database, compareKey(email.trim()));
  if (accountId === null) return { kind: "unknown_user" };
  if (await insertDomain(database, accountId, domain)) return { kind: "allowed", domain };
  const owner = await findDomainOwner(database, domain);
  return { kind: owner === accountId ? "allowed_before" : "belongs_to_another_account", domain };
}
