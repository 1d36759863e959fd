import type { Database } from "../../../platform/db/index.ts";
import { findAccountOf } from "../../accounts/index.ts";
import { OPERATOR } from "../../audit/index.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { recordChange } from "../events/record-change.ts";
import { changeDomain, type DomainRef, findDomainOwner, insertHeldDomain, lockClaims } from "../queries.ts";
import { readDomain } from "./read-domain.ts";

export type AllowDomainResult =
  | { kind: "allowed" | "allowed_before" | "belongs_to_another_account"; domain: string }
  | { kind: "invalid_domain" | "unknown_user" };

/**
 * Assigns a domain to the account of the user with this address, without a token in the DNS (`posthouse domains allow`): the operator
 * vouches for it. A domain belongs to one account. Its keys are made at its first check.
 */
export async function allowDomain(
  database: Database,
  { email, domain: domainText }: { email: string; domain: string },
): Promise<AllowDomainResult> {
  const domain = readDomain(domainText);
  if (domain === null) return { kind: "invalid_domain" };
  const accountId = await findAccountOf(database, email);
  if (accountId === null) return { kind: "unknown_user" };
  const ref = { accountId, name: domain };
  if (await allow(database, ref)) return { kind: "allowed", domain };
  const owner = await findDomainOwner(database, domain);
  return { kind: owner === accountId ? "allowed_before" : "belongs_to_another_account", domain };
}

/** Returns false when this or another account already holds the domain. */
async function allow({ db }: Database, ref: DomainRef): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const verified = { type: "domain.verified", detail: { by: "operator" } } as const;
    if (await insertHeldDomain(transaction, ref)) {
      await insertDomainEvents(transaction, ref, [{ type: "domain.added" }, verified]);
      await recordChange(transaction, ref, { by: OPERATOR, action: "domain.allowed" });
      return true;
    }
    const claims = await lockClaims(transaction, ref.name);
    const own = claims.find(({ account_id }) => account_id === ref.accountId);
    if (!own || claims.some(({ verified_at }) => verified_at !== null)) return false;
    await changeDomain(transaction, own, { verified_at: new Date(), verified_by: "operator" });
    await insertDomainEvents(transaction, ref, [verified]);
    await recordChange(transaction, ref, { by: OPERATOR, action: "domain.allowed" });
    return true;
  });
}
