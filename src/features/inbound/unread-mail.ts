import type { Db } from "../../platform/db/index.ts";
import { loadUnread } from "./queries.ts";
import type { Line } from "./smtp-server/receive-message.ts";

type Amount = { messages: number; bytes: number };
export type UnreadLimits = {
  /** All networks, both lines. */
  all: Amount;
  /** All networks, open line. The rest of `all` is reserved for bounces. */
  open: Amount;
  /** One network, open line. */
  openOfNetwork: Amount;
};

const GIBIBYTE = 1024 ** 3;

/** Limits on unread mail. Above a limit, senders get a temporary rejection. */
export const UNREAD_LIMITS: UnreadLimits = {
  /** A typical bounce has 20 kB. More than a gibibyte could take disk space that the queue needs. */
  all: { messages: 50_000, bytes: GIBIBYTE },
  open: { messages: 25_000, bytes: GIBIBYTE / 2 },
  /** The largest reporters send one report per domain and day, spread over hours and several networks. */
  openOfNetwork: { messages: 500, bytes: GIBIBYTE / 8 },
};

/** Unread messages of all nodes as of the last refresh, plus those that this process has accepted since. */
export class UnreadMail {
  readonly #limits: UnreadLimits;
  #all: Amount = none();
  #open: Amount = none();
  #openOf = new Map<string, Amount>();

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
  }

  get messages(): number {
    return this.#all.messages;
  }

  get isFull(): boolean {
    return exceeds(this.#all, this.#limits.all);
  }

  /** Returns true when no more open mail is accepted from the network. */
  isFullOfOpen(network: string): boolean {
    return (
      exceeds(this.#open, this.#limits.open) ||
      exceeds(this.#openOf.get(network) ?? none(), this.#limits.openOfNetwork)
    );
  }

  add({
    line,
    network,
    messages = 1,
    bytes,
  }: Partial<Amount> & { line: Line; network: string; bytes: number }) {
    grow(this.#all, { messages, bytes });
    if (line !== "open") return;
    grow(this.#open, { messages, bytes });
    const ofNetwork = this.#openOf.get(network) ?? none();
    grow(ofNetwork, { messages, bytes });
    this.#openOf.set(network, ofNetwork);
  }

  async refresh(db: Db): Promise<void> {
    const unread = await loadUnread(db);
    this.#all = none();
    this.#open = none();
    this.#openOf = new Map();
    for (const amount of unread) this.add(amount);
  }
}

const none = (): Amount => ({ messages: 0, bytes: 0 });

function grow(amount: Amount, { messages, bytes }: Amount): void {
  amount.messages += messages;
  amount.bytes += bytes;
}

function exceeds({ messages, bytes }: Amount, limits: Amount): boolean {
  return messages >= limits.messages || bytes >= limits.bytes;
}
