import type { LedgerRequest } from "./judge-requests.ts";

/** How long a stubborn event fails, and is not retried after its second failure. Longer than later events wait for it. */
export const STUBBORN_MS = 85_000;
/** One event in this many, until each webhook has its number of them. */
const EVERY = 100;

/** Events that fail until later events of their email no longer wait for them, at most one of each email. */
export class StubbornEvents {
  readonly #perWebhook: number;
  readonly #random: () => number;
  /** When the first request of each came, by webhook and id. */
  readonly #since = new Map<string, number>();
  readonly #emails = new Map<string, Set<string>>();

  constructor(perWebhook: number, random: () => number) {
    this.#perWebhook = perWebhook;
    this.#random = random;
  }

  get count(): number {
    return this.#since.size;
  }

  /** Path of the webhook's URL and id of the event. */
  get keys(): string[] {
    return [...this.#since.keys()];
  }

  /** Whether a stubborn event's request fails; null for other events. Each call may make its event a stubborn one. */
  isFailing({ webhook, id, body, at }: LedgerRequest): boolean | null {
    const key = `${webhook} ${id}`;
    const since = this.#since.get(key);
    if (since !== undefined) return at < since + STUBBORN_MS;
    const emails = this.#emails.get(webhook) ?? new Set();
    if (emails.size >= this.#perWebhook || this.#random() > 1 / EVERY) return null;
    const emailId = emailOf(body);
    if (emails.has(emailId)) return null;
    this.#emails.set(webhook, emails.add(emailId));
    this.#since.set(key, at);
    return true;
  }
}

function emailOf(body: string): string {
  return (JSON.parse(body) as { data: { email_id: string } }).data.email_id;
}
