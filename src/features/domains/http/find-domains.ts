import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import {
  cutPage,
  DEFAULT_PAGE_SIZE,
  invalidCursor,
  readNames,
  readPageCursor,
  writePageCursor,
} from "../../../platform/http/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainNotFound } from "../errors.ts";
import { type DomainEventType, findLosses, listDomainEvents } from "../events/queries.ts";
import { listKeys, listKeysOf } from "../keys/queries.ts";
import { readDomain } from "../ownership/read-domain.ts";
import { countDomains, type DomainRef, findDomain, listDomains } from "../queries.ts";
import { wantedRecords } from "../records/wanted-records.ts";
import { zoneFile } from "../records/zone-file.ts";
import { presentDomain, presentDomainDetail } from "./present-domain.ts";
import {
  DOMAIN_STATUSES,
  type DomainFilterQuery,
  type DomainStatus,
  type ListDomainsQuery,
} from "./schema.ts";

type PageQuery = { limit?: number; cursor?: string };
type Deps = Pick<DomainDeps, "database" | "hosts">;

/** Returns one page of an account's domains, by name. Error: `validation_failed` for a cursor of another list. */
export async function findDomains(deps: Deps, accountId: string, query: ListDomainsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const filter = readFilter(accountId, query);
  const afterName = readNameCursor(accountId, query.cursor);
  const { domains, total } = await listMatching(deps, { ...filter, afterName, limit: limit + 1 });
  const page = cutPage(domains, limit, ({ name }) => encodeCursor(["domains", accountId, name]));
  return { domains: page.rows, pagination: { ...page.pagination, total, total_is_exact: true } };
}

type Filter = { accountId: string; search: string; statuses: readonly DomainStatus[] };
type Page = Filter & { afterName: string; limit: number };
export type PresentedDomain = ReturnType<typeof presentDomain>;

/** Error: `validation_failed`. */
export function readFilter(accountId: string, { search, status }: DomainFilterQuery): Filter {
  const statuses = readNames("status", status, DOMAIN_STATUSES);
  return { accountId, search: search?.trim().toLowerCase() ?? "", statuses };
}

/** Returns the matching domains after a name, and the number of all matching ones. */
export async function listMatching(
  deps: Deps,
  page: Page,
): Promise<{ domains: PresentedDomain[]; total: number }> {
  const { accountId, search, statuses } = page;
  if (statuses.length > 0) return await findWithStatus(deps, page);
  return {
    domains: await presentAll(deps, accountId, await listDomains(deps.database, page)),
    total: await countDomains(deps.database.db, accountId, search),
  };
}

/** The status is not a column: it follows from the records that the domain needs now. So all domains of the account are read. */
async function findWithStatus(deps: Deps, { accountId, search, statuses, afterName, limit }: Page) {
  const find = async (after: string) => {
    const rows = await listDomains(deps.database, { accountId, search, afterName: after, limit: null });
    return (await presentAll(deps, accountId, rows)).filter(({ status }) => statuses.includes(status));
  };
  const all = await find("");
  // Compared by the database, because its order of names may be another than that of JavaScript.
  const domains = afterName === "" ? all : await find(afterName);
  return { domains: domains.slice(0, limit), total: all.length };
}

async function presentAll({ database, hosts }: Deps, accountId: string, domains: readonly Domain[]) {
  const names = domains.map(({ name }) => name);
  const keys = await listKeysOf(database, accountId, names);
  const unverified = domains.filter(({ verified_at }) => verified_at === null).map(({ name }) => name);
  const losses = await findLosses(database.db, { accountId, names: unverified });
  return domains.map((domain) =>
    presentDomain({
      ...{ domain, hosts },
      keys: keys.get(domain.name) ?? [],
      lostBecause: losses.get(domain.name) ?? null,
    }),
  );
}

/** Error: `domain_not_found`. */
export async function loadDomainDetail(deps: Deps, ref: DomainRef) {
  const domain = await findOrThrow(deps.database, ref);
  const names = domain.verified_at === null ? [ref.name] : [];
  const losses = await findLosses(deps.database.db, { accountId: ref.accountId, names });
  const lostBecause = losses.get(ref.name) ?? null;
  return presentDomainDetail({ ...(await withKeys(deps, domain)), lostBecause });
}

/** Returns the records of a domain as a zone file. Error: `domain_not_found`. */
export async function loadZoneFile(deps: Deps, ref: DomainRef): Promise<string> {
  const domain = await findOrThrow(deps.database, ref);
  const records = wantedRecords(await withKeys(deps, domain));
  return zoneFile({ domain: domain.name, records, findings: domain.findings });
}

/** Returns one page of a domain's events, newest first. Errors: `domain_not_found`, `validation_failed`. */
export async function findDomainEvents(database: Database, ref: DomainRef, query: PageQuery) {
  await findOrThrow(database, ref);
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = `events of ${ref.name}`;
  const beforeId = readPageCursor(list, ref.accountId, query);
  const rows = await listDomainEvents(database, { ...ref, beforeId, limit: limit + 1 });
  const page = cutPage(rows, limit, ({ id }) => writePageCursor(list, ref.accountId, id));
  return {
    events: page.rows.map(({ id, type, detail }) => ({
      id,
      created_at: timeOfId(id).toISOString(),
      type: type as DomainEventType,
      detail: detail as Record<string, unknown>,
    })),
    pagination: page.pagination,
  };
}

async function findOrThrow({ db }: Database, ref: DomainRef) {
  const domain = await findDomain(db, ref);
  if (!domain) throw domainNotFound();
  return domain;
}

async function withKeys({ database, hosts }: Deps, domain: Awaited<ReturnType<typeof findOrThrow>>) {
  const keys = await listKeys(database.db, { accountId: domain.account_id, name: domain.name });
  return { domain, keys, hosts };
}

function readNameCursor(accountId: string, cursor: string | undefined): string {
  if (cursor === undefined) return "";
  const [list, owner, name] = decodeCursor(cursor, 3) ?? [];
  if (list === "domains" && owner === accountId && name && readDomain(name) === name) return name;
  throw invalidCursor();
}
