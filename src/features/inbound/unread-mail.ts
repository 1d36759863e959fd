import type { Db } from "../../platform/db/index.ts";
import { loadUnread } from "./queries.ts";
import type { Line } from "./smtp-server/receive-message.ts";

type Amount = { messages: number; bytes: number };
export type UnreadLimits = {
  /** Of all networks and both lines. */
  all: Amount;
  /** Of all networks, of what anybody may send. The rest of `all` is for bounces. */
  open: Amount;
  /** Of one network, of what anybody may send. */
  openOfNetwork: Amount;
};

const gigabyte = 1024 ** 3;

/** Room for what comes while nothing is read. Beyond it senders keep their mail. */
export const unreadLimits: UnreadLimits = {
  /** A usual bounce has 20 kB. More than a gigabyte would take the disk that the queue needs. */
  all: { messages: 50_000, bytes: gigabyte },
  open: { messages: 25_000, bytes: gigabyte / 2 },
  /** The largest reporters send one report a domain and day, over hours and from several networks. */
  openOfNetwork: { messages: 500, bytes: gigabyte / 8 },
};

/** Unread messages of all nodes, as of the last look, and those that this process took in since. */
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

  /** Whether no more of what anybody may send is taken from a network. */
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

  async look(db: Db): Promise<void> {
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
