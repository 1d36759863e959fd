import { ShortCache } from "../../platform/cache/index.ts";
import type { Database } from "../../platform/db/index.ts";
import { ACCEPTANCE_EVENTS } from "../recipients/index.ts";

/** The types of the events that are written only while a webhook of the account names one of them. */
export const ACCEPTANCE_TYPES: readonly string[] = ACCEPTANCE_EVENTS.map((type) => `email.${type}`);

/** All nodes use a changed webhook after this time. */
const TTL_MS = 500;

/** The accounts with a webhook for events of acceptance. Disabled ones count: they get their events later. */
export class AcceptanceListeners {
  readonly #accounts: ShortCache<"all", ReadonlySet<string>>;

  constructor(database: Database) {
    this.#accounts = new ShortCache({ load: () => loadListeners(database), ttlMs: TTL_MS, maxEntries: 1 });
  }

  async has(accountId: string): Promise<boolean> {
    return (await this.#accounts.get("all")).has(accountId);
  }

  async all(): Promise<readonly string[]> {
    return [...(await this.#accounts.get("all"))];
  }
}

async function loadListeners({ pool }: Database): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ account_id: string }>({
    name: "acceptance-listeners",
    // The first condition is that of the partial index (0028_acceptance_events.sql). Postmark's format has neither type, SendGrid's has one.
    text: `SELECT account_id FROM webhooks WHERE types && '{${ACCEPTANCE_TYPES.join(",")}}'
      AND (format IN ('posthouse', 'resend') OR format = 'sendgrid' AND 'email.queued' = ANY (types))`,
  });
  return new Set(rows.map(({ account_id }) => account_id));
}
