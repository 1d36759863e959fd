import { type Content, textContent } from "../contents/content.ts";
import type { NewAttachment } from "./new-email.ts";
import type { GivenAttachment, SendRequest } from "./send-schema.ts";

/** The caller waits for the files of all emails: longer, and his own time limit comes first, while what he brought is kept. */
const maxFetchMs = 30_000;

type Kind = "html" | "text";

/**
 * What emails of one request have in common. Other products say files and bodies once for hundreds of emails: read for each, one
 * request of 34 MB would fill the memory many times over.
 */
export class SharedParts {
  /** By the monotonic clock. */
  readonly fetchUntil = performance.now() + maxFetchMs;
  readonly #attachments = new WeakMap<readonly GivenAttachment[], NewAttachment[]>();
  readonly #last = new Map<Kind, { text: string; content: Content | null }>();

  /** Files of a list that was read before: of the same list, not of an equal one. */
  attachmentsOf(given: readonly GivenAttachment[]): NewAttachment[] | undefined {
    return this.#attachments.get(given);
  }

  keepAttachments(given: readonly GivenAttachment[], read: NewAttachment[]): void {
    this.#attachments.set(given, read);
  }

  /** Compared with the email before alone: that finds what is shared, and costs nothing where each has its own. */
  contentOf(kind: Kind, { [kind]: text }: SendRequest): Content | null {
    if (text === undefined) return null;
    const last = this.#last.get(kind);
    if (last?.text === text) return last.content;
    const content = textContent(text);
    this.#last.set(kind, { text, content });
    return content;
  }
}
