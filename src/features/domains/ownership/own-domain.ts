import type { Database } from "../../../platform/db/index.ts";
import { domainNotFound } from "../errors.ts";
import { type DomainRef, findDomain } from "../queries.ts";
import { readDomain } from "./read-domain.ts";

/** Finds a domain of the account in any spelling. Error: `domain_not_found`. */
export async function ownDomain(
  { db }: Pick<Database, "db">,
  { accountId, given }: { accountId: string; given: string },
): Promise<DomainRef> {
  const name = readDomain(given);
  const domain = name === null ? null : await findDomain(db, { accountId, name });
  if (!domain) throw domainNotFound();
  return { accountId, name: domain.name };
}
