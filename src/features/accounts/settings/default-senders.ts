import type { Config } from "../../../config.ts";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { findSenderContext } from "./queries.ts";

/** A changed default sender takes effect within this time. Each account loads it at most once per interval. */
const CACHE_MS = 500;
const MAX_ACCOUNTS = 10_000;

type DefaultSendersOptions = { database: Database; config: Pick<Config, "defaultFrom"> };

/** The sender of mail without a `from`: the default of the account, or of the instance, or the account's first person. */
export class DefaultSenders {
  readonly #cache: ShortCache<string, string>;

  constructor({ database, config }: DefaultSendersOptions) {
    this.#cache = new ShortCache<string, string>({
      load: async (accountId) => {
        const row = await findSenderContext(database, accountId);
        if (!row) throw new Error("cannot find a default sender: the account has no people");
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
