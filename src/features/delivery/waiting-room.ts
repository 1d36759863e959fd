import { ByteBudget, type HeldBytes } from "../../platform/memory/index.ts";
import type { ClaimedEmail } from "./deliver.ts";

/** Contents that did not come with their claim, in all slots together: each is there as bytes, as text and as a message. */
const maxLargeBytes = 96 * 1024 * 1024;

/** Emails that are claimed and have no slot yet, in the order of their claims; what is large waits while others are large. */
export class WaitingRoom {
  readonly #emails: ClaimedEmail[] = [];
  readonly #largeContents = new ByteBudget(maxLargeBytes);

  add(email: ClaimedEmail): void {
    this.#emails.push(email);
  }

  /** The first that has its contents, or room for them; `bytes` are to be released when it is done. */
  next(): { email: ClaimedEmail; bytes: HeldBytes } | null {
    for (const [index, email] of this.#emails.entries()) {
      const bytes = this.#largeContents.open();
      if (email.contents === null && !bytes.take(email.email.size_bytes)) continue;
      this.#emails.splice(index, 1);
      return { email, bytes };
    }
    return null;
  }

  /** All that still wait; there are none after it. */
  empty(): ClaimedEmail[] {
    return this.#emails.splice(0);
  }
}
