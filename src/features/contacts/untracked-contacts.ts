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
      load: (accountId: string) => this.#hasUntracked(accountId),
      ttlMs: TTL_MS,
      maxEntries: MAX_CACHED_ACCOUNTS,
    });
  }

  /** Whether it is the address of such a contact, or a former one that no other contact has now. */
  async has(address: { accountId: string; addressKey: string }): Promise<boolean> {
    return (await this.#accounts.get(address.accountId)) && (await this.#isUntracked(address));
  }

  async #isUntracked({ accountId, addressKey }: { accountId: string; addressKey: string }): Promise<boolean> {
    const { rows } = await this.#database.pool.query<{ exists: boolean }>({
      name: "is-untracked-address",
      text: "SELECT EXISTS (SELECT FROM untracked_addresses WHERE account_id = $1 AND email_key = $2)",
      values: [accountId, addressKey],
    });
    return rows[0]?.exists ?? false;
  }

  async #hasUntracked(accountId: string): Promise<boolean> {
    const { rows } = await this.#database.pool.query<{ exists: boolean }>({
      name: "has-untracked-contacts",
      text: "SELECT EXISTS (SELECT FROM contacts WHERE account_id = $1 AND NOT tracked)",
      values: [accountId],
    });
    return rows[0]?.exists ?? false;
  }
}
