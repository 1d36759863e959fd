import { ShortCache } from "../../../platform/cache/index.ts";
import type { AccountDeps } from "../deps.ts";
import { findSenderContext } from "./queries.ts";

/** A changed default sender counts after this at the latest; until then a busy account asks for it once. */
const cacheMs = 500;
const maxAccounts = 10_000;

/** Who an account's mail comes from when the request does not say: its own default, else the instance's, else its first user. */
export function createDefaultSender({
  database,
  config,
}: AccountDeps): (accountId: string) => Promise<string> {
  const senders = new ShortCache<string, string>({
    load: async (accountId) => {
      const row = await findSenderContext(database, accountId);
      if (!row) throw new Error("an account without users asked for its sender");
      return row.default_from ?? config.defaultFrom ?? row.email;
    },
    ttlMs: cacheMs,
    maxEntries: maxAccounts,
  });
  return (accountId) => senders.get(accountId);
}
