import { ShortCache } from "../../platform/cache/index.ts";
import type { Database } from "../../platform/db/index.ts";

/** All nodes use a changed contact after this time. */
const TTL_MS = 500;
const MAX_CACHED_ACCOUNTS = 10_000;

/** Contacts whose opens and clicks are not recorded. Accounts without any, which are most, need no query for each email. */
export class UntrackedContacts {
  readonly #database: Database;
  readonly #accounts: ShortCache<string, boolean>;

  constructor(database: Database) {
    this.#database = database;
    this.#accounts = new ShortCache({
      load: (accountId: string) => this.#exists(accountId, null),
      ttlMs: TTL_MS,
      maxEntries: MAX_CACHED_ACCOUNTS,
    });
  }

  async has({ accountId, addressKey }: { accountId: string; addressKey: string }): Promise<boolean> {
    return (await this.#accounts.get(accountId)) && (await this.#exists(accountId, addressKey));
  }

  async #exists(accountId: string, addressKey: string | null): Promise<boolean> {
    const isThis = addressKey === null ? "" : "AND email_key = $2";
    const { rows } = await this.#database.pool.query<{ exists: boolean }>({
      name: addressKey === null ? "has-untracked-contacts" : "is-untracked-contact",
      text: `SELECT EXISTS (SELECT FROM contacts WHERE account_id = $1 AND NOT tracked ${isThis})`,
      values: [accountId, ...(addressKey === null ? [] : [addressKey])],
    });
    return rows[0]?.exists ?? false;
  }
}
