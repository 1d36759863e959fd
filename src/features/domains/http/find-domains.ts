import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import {
  DEFAULT_PAGE_SIZE,
  invalidCursor,
  readPageCursor,
  writePageCursor,
} from "../../../platform/http/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainNotFound } from "../errors.ts";
import { type DomainEventType, findLosses, listDomainEvents } from "../events/queries.ts";
import { listKeys, listKeysOf } from "../keys/queries.ts";
import { readDomain } from "../ownership/read-domain.ts";
import { type DomainRef, findDomain, listDomains } from "../queries.ts";
import { wantedRecords } from "../records/wanted-records.ts";
import { zoneFile } from "../records/zone-file.ts";
import { presentDomain, presentDomainDetail } from "./present-domain.ts";

type PageQuery = { limit?: number; cursor?: string };
type Deps = Pick<DomainDeps, "database" | "hosts">;

/** Returns one page of an account's domains, by name. Error: `validation_failed` for a cursor of another list. */
export async function findDomains(deps: Deps, accountId: string, query: PageQuery & { search?: string }) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const rows = await listDomains(deps.database, {
    accountId,
    afterName: readNameCursor(accountId, query.cursor),
    search: query.search?.trim().toLowerCase() ?? "",
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const names = page.map(({ name }) => name);
  const keys = await listKeysOf(deps.database, accountId, names);
  const unverified = page.filter(({ verified_at }) => verified_at === null).map(({ name }) => name);
  const losses = await findLosses(deps.database.db, { accountId, names: unverified });
  return {
    domains: page.map((domain) =>
      presentDomain({
        domain,
        keys: keys.get(domain.name) ?? [],
        hosts: deps.hosts,
        lostBecause: losses.get(domain.name) ?? null,
      }),
    ),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore ? encodeCursor(["domains", accountId, page.at(-1)?.name ?? ""]) : null,
    },
  };
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
  const beforeId = readPageCursor(list, ref.accountId, query.cursor);
  const rows = await listDomainEvents(database, { ...ref, beforeId, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    events: page.map(({ id, type, detail }) => ({
      id,
      created_at: timeOfId(id).toISOString(),
      type: type as DomainEventType,
      detail: detail as Record<string, unknown>,
    })),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore ? writePageCursor(list, ref.accountId, page.at(-1)?.id ?? "") : null,
    },
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
