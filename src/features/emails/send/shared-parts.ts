import { type Content, textContent } from "../contents/content.ts";
import type { NewAttachment } from "../new-email.ts";
import type { AttachmentInput, SendRequest } from "../schema/send-schema.ts";

/** The caller waits for the downloads of all emails. With a longer limit the caller's own timeout would come first, while memory holds the files. */
const MAX_FETCH_MS = 30_000;

type Kind = "html" | "text";

/**
 * The parts that emails of one request share. Requests in other products' formats contain files and bodies once for hundreds of emails.
 * If each email read them again, a request of 34 MB would fill the memory many times over.
 */
export class SharedParts {
  /** In terms of `performance.now()`. */
  readonly fetchUntil = performance.now() + MAX_FETCH_MS;
  readonly #attachments = new WeakMap<readonly AttachmentInput[], NewAttachment[]>();
  readonly #last = new Map<Kind, { text: string; content: Content | null }>();

  /** Returns the attachments of a list that was read before. The list must be the same object, not an equal one. */
  attachmentsOf(inputs: readonly AttachmentInput[]): NewAttachment[] | undefined {
    return this.#attachments.get(inputs);
  }

  keepAttachments(inputs: readonly AttachmentInput[], attachments: NewAttachment[]): void {
    this.#attachments.set(inputs, attachments);
  }

  /** Compares only with the previous email: this finds shared bodies and costs nothing when each email has its own. */
  contentOf(kind: Kind, { [kind]: text }: SendRequest): Content | null {
    if (text === undefined) return null;
    const last = this.#last.get(kind);
    if (last?.text === text) return last.content;
    const content = textContent(text);
    this.#last.set(kind, { text, content });
    return content;
  }
}
