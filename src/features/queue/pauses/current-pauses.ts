import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Pauses } from "../../recipients/index.ts";
import { EVERY_ACCOUNT } from "./pause.ts";
import { listPausedDomains } from "./queries.ts";

/** A pause takes effect on all nodes after this time, and after any claim in progress. */
const CACHE_MS = 500;

/** The current pauses, for workers: claims leave paused mail in the queue. */
export class CurrentPauses {
  readonly #cache: ShortCache<"pauses", Pauses>;

  constructor({ database }: { database: Database }) {
    this.#cache = new ShortCache({ load: () => loadPauses(database), ttlMs: CACHE_MS, maxEntries: 1 });
  }

  load(): Promise<Pauses> {
    return this.#cache.get("pauses");
  }
}

async function loadPauses(database: Database): Promise<Pauses> {
  const rows = await listPausedDomains(database);
  const ofAll = rows.filter(({ account_id }) => account_id === EVERY_ACCOUNT);
  const ofOne = rows.filter(({ account_id }) => account_id !== EVERY_ACCOUNT);
  return {
    all: ofAll.some(({ domain }) => domain === null),
    domains: ofAll.flatMap(({ domain }) => domain ?? []),
    accounts: ofOne.flatMap(({ account_id, domain }) => (domain === null ? [account_id] : [])),
    accountDomains: ofOne.flatMap(({ account_id, domain }) =>
      domain === null ? [] : [`${account_id} ${domain}`],
    ),
  };
}
