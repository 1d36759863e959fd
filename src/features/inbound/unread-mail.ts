import type { Db } from "../../platform/db/index.ts";
import { loadUnread } from "./queries.ts";

export type UnreadLimits = { messages: number; bytes: number };

/** Room for what comes while nobody can read it; beyond it senders keep their mail. */
export const unreadLimits: UnreadLimits = {
  messages: 50_000,
  /** A usual bounce has 20 kB; a few large reports must not take the disk that the queue needs. */
  bytes: 1024 ** 3,
};

/** What all nodes took in and nobody has read yet: as of the last look, and what this process took in since then. */
export class UnreadMail {
  readonly #limits: UnreadLimits;
  #unread: UnreadLimits = { messages: 0, bytes: 0 };

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
  }

  get messages(): number {
    return this.#unread.messages;
  }

  get isFull(): boolean {
    const { messages, bytes } = this.#unread;
    return messages >= this.#limits.messages || bytes >= this.#limits.bytes;
  }

  add(bytes: number): void {
    this.#unread.messages += 1;
    this.#unread.bytes += bytes;
  }

  async look(db: Db): Promise<void> {
    this.#unread = await loadUnread(db);
  }
}
