import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import type { Domain } from "../domain.ts";

/** Before the ids of all accounts. */
const NO_ACCOUNT = "00000000-0000-0000-0000-000000000000";
/** After an outage, a claim marks this many domains in about 0.2 s. With fewer, some accounts take part in turns only after many claims. */
const MARKED_AT_ONCE = 5_000;

/**
 * Claims due domains of all accounts, each for one caller. If the caller crashes, they are due again after ten minutes. Accounts take
 * turns, in the order of their ids: a claim begins after the account that had the last turn.
 */
export class DueDomains {
  readonly #database: Database;
  #lastAccount = NO_ACCOUNT;

  constructor(database: Database) {
    this.#database = database;
  }

  /** `running`: the caller's checks in progress. They count as turns, so that accounts with fewer come first. */
  async claim(limit: number, running: readonly Pick<Domain, "account_id">[]): Promise<Domain[]> {
    if (limit === 0) return [];
    await this.#mark();
    const claimed = await this.#claim(
      limit,
      running.map(({ account_id }) => account_id),
    );
    const last = claimed.toSorted((a, b) => a.step - b.step).at(-1);
    this.#lastAccount = last?.account_id ?? this.#lastAccount;
    return claimed;
  }

  /** Marks domains whose check is due, those that have been due longest first. */
  async #mark(): Promise<void> {
    await sql`
      UPDATE domains SET check_due = true WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM domains WHERE NOT check_due AND check_at <= now()
        ORDER BY check_at LIMIT ${MARKED_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(this.#database.db);
  }

  /**
   * walk: the next accounts with due domains, by index probes; after the last account comes the first one. There are enough of
   * them that the accounts of running checks do not keep out others.
   * due: the oldest due domains of each, locked until the statement ends.
   *
   * With 100,000 due domains, of 100 or of 100,000 accounts, a claim takes 4 ms. Sorting them all took one to two seconds.
   */
  async #claim(limit: number, running: string[]): Promise<(Domain & { step: number })[]> {
    const { rows } = await sql<Domain & { step: number }>`
      WITH RECURSIVE walk AS (
        SELECT account_id, account_id AS first_account_id, 1 AS step
        FROM (SELECT ${nextAccount(sql`${this.#lastAccount}::uuid`)} AS account_id) first WHERE account_id IS NOT NULL
        UNION ALL
        SELECT next.account_id, first_account_id, step + 1
        FROM walk CROSS JOIN LATERAL (SELECT ${nextAccount(sql`walk.account_id`)} AS account_id) next
        WHERE step < ${limit + running.length} AND next.account_id <> first_account_id
      ), due AS (
        SELECT tid, step, row_number() OVER (PARTITION BY account_id ORDER BY check_at)
          + cardinality(array_positions(${running}::uuid[], account_id)) AS turn
        FROM walk CROSS JOIN LATERAL (
          SELECT ctid AS tid, check_at FROM domains d WHERE ${IS_DUE} AND d.account_id = walk.account_id
          ORDER BY check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) oldest
      ), claimed AS (
        SELECT tid, step FROM due ORDER BY turn, step LIMIT ${limit}
      )
      UPDATE domains d SET check_due = false, check_at = now() + interval '10 minutes'
      FROM claimed c WHERE d.ctid = c.tid
      RETURNING d.*, c.step`.execute(this.#database.db);
    return rows;
  }
}

const IS_DUE = sql`d.check_due AND d.check_at <= now()`;

/** SQL for the next account with due domains after an account. Null: none has any. */
function nextAccount(account: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(
    (SELECT account_id FROM domains d WHERE ${IS_DUE} AND account_id > ${account} ORDER BY account_id LIMIT 1),
    (SELECT account_id FROM domains d WHERE ${IS_DUE} ORDER BY account_id LIMIT 1))`;
}
