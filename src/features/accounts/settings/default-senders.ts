import type { Config } from "../../../config.ts";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { findSenderContext } from "./queries.ts";

/** A changed default sender counts after this at the latest; until then a busy account asks for it once. */
const CACHE_MS = 500;
const MAX_ACCOUNTS = 10_000;

type DefaultSendersOptions = { database: Database; config: Pick<Config, "defaultFrom"> };

/** The sender of mail whose request names none: the account's default, else the instance's, else the account's first person. */
export class DefaultSenders {
  readonly #cache: ShortCache<string, string>;

  constructor({ database, config }: DefaultSendersOptions) {
    this.#cache = new ShortCache<string, string>({
      load: async (accountId) => {
        const row = await findSenderContext(database, accountId);
        if (!row) throw new Error("an account without people asked for its sender");
        return row.default_from ?? config.defaultFrom ?? row.email;
      },
      ttlMs: CACHE_MS,
      maxEntries: MAX_ACCOUNTS,
    });
  }

  of(accountId: string): Promise<string> {
    return this.#cache.get(accountId);
  }
}
