import { CompiledQuery, sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { isWellKnown } from "./mailbox-providers.ts";

export type Series = {
  accountId: string;
  kind: "all" | "combination" | "tag";
  domain: string;
  stream: string;
  keyId: number;
  provider: string;
  route: string;
  tagName: string;
  tagValue: string;
};

/** Stands for the providers or tag values above the limit. */
const OTHER = "(other)";
/** Providers of an account besides the well-known ones. Without a limit, each company with its own mail server would add rows. */
const MAX_PROVIDERS = 100;
/** Tags of an account. Without a limit, a tag that differs for each email, such as an order number, would add rows for each email. */
const MAX_TAGS = 1_000;

const COLUMNS = "account_id, kind, domain, stream, key_id, provider, route, tag_name, tag_value";

const FIND = `
  SELECT s.id, n FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[])
    WITH ORDINALITY AS w (${COLUMNS}, n)
  JOIN count_series s USING (${COLUMNS})`;

const ADD = `
  INSERT INTO count_series (${COLUMNS})
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[])
  ON CONFLICT DO NOTHING`;

/** Returns the id of each series, by its key; adds those that do not exist. */
export async function findOrAddSeries(db: Db, wanted: Series[]): Promise<Map<string, number>> {
  const found = await findSeries(db, wanted);
  const missing = wanted.filter((series) => !found.has(keyOfSeries(series)));
  if (missing.length === 0) return found;
  await db.executeQuery(CompiledQuery.raw(ADD, columnsOf(missing)));
  return new Map([...found, ...(await findSeries(db, missing))]);
}

export function keyOfSeries({
  accountId,
  kind,
  domain,
  stream,
  keyId,
  provider,
  route,
  tagName,
  tagValue,
}: Series): string {
  return JSON.stringify([accountId, kind, domain, stream, keyId, provider, route, tagName, tagValue]);
}

async function findSeries(db: Db, wanted: Series[]): Promise<Map<string, number>> {
  const { rows } = await db.executeQuery<{ id: number; n: number }>(
    CompiledQuery.raw(FIND, columnsOf(wanted)),
  );
  return new Map(rows.map(({ id, n }) => [keyOfSeries(wanted[Number(n) - 1] as Series), id]));
}

function columnsOf(series: Series[]): unknown[] {
  return [
    series.map(({ accountId }) => accountId),
    series.map(({ kind }) => kind),
    series.map(({ domain }) => domain),
    series.map(({ stream }) => stream),
    series.map(({ keyId }) => keyId),
    series.map(({ provider }) => provider),
    series.map(({ route }) => route),
    series.map(({ tagName }) => tagName),
    series.map(({ tagValue }) => tagValue),
  ];
}

/** Returns a function that replaces providers and tag values above the limits of their account by OTHER. */
export async function limitSeries(db: Db, wanted: Series[]): Promise<(series: Series) => Series> {
  const providers = new NamesOfAccounts(MAX_PROVIDERS);
  const tags = new NamesOfAccounts(MAX_TAGS);
  const accountIds = [...new Set(wanted.map(({ accountId }) => accountId))];
  const { rows } = await sql<{ account_id: string; provider: string; tag_name: string; tag_value: string }>`
    SELECT DISTINCT account_id, provider, tag_name, tag_value FROM count_series
    WHERE account_id = ANY (${accountIds}) AND kind <> 'all'`.execute(db);
  for (const { account_id, provider, tag_name, tag_value } of rows) {
    if (tag_name === "" && !isWellKnown(provider)) providers.add(account_id, provider);
    if (tag_name !== "") tags.add(account_id, JSON.stringify([tag_name, tag_value]));
  }
  return (series) => {
    const { accountId, kind, provider, tagName, tagValue } = series;
    if (
      kind === "combination" &&
      provider !== "" &&
      !isWellKnown(provider) &&
      !providers.mayHave(accountId, provider)
    )
      return { ...series, provider: OTHER };
    if (kind === "tag" && !tags.mayHave(accountId, JSON.stringify([tagName, tagValue])))
      return { ...series, tagName: OTHER, tagValue: OTHER };
    return series;
  };
}

/** Mail without a provider, and what is above the limit, do not count towards it. */
function isNoName(name: string): boolean {
  return name === "" || name === OTHER || name === JSON.stringify([OTHER, OTHER]);
}

class NamesOfAccounts {
  readonly #names = new Map<string, Set<string>>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(accountId: string, name: string): void {
    if (isNoName(name)) return;
    const names = this.#names.get(accountId) ?? new Set();
    this.#names.set(accountId, names.add(name));
  }

  /** Keeps the name if the account already has it or is below its limit. */
  mayHave(accountId: string, name: string): boolean {
    const names = this.#names.get(accountId);
    if (names && !names.has(name) && names.size >= this.#max) return false;
    this.add(accountId, name);
    return true;
  }
}
