import { hash } from "node:crypto";
import { type Database, isUnavailable } from "../../../platform/db/index.ts";
import { emailErrors } from "../errors.ts";
import { KeyTaken } from "./key-taken.ts";
import { refusal } from "./prepare-email.ts";
import { deleteExpiredKey, findIdempotencyKey, type IdempotencyRow } from "./queries.ts";

export type IdempotencyKey = { key: string; requestHash: Buffer };
type Request = {
  accountId: string;
  /** Undefined: the request has no key and is executed each time. */
  key: string | undefined;
  /** Names the part of a request that may arrive in several parts with one key. Each part is executed once. */
  part?: () => string;
  /** The operation and all its input. The order of object members does not matter. */
  content: unknown;
};

/** When two nodes use an expired key at once, one takes it, and the other finds its response at the next try. */
const MAX_TRIES = 3;
const KEY_SHAPE = /^[!-~](?:[ -~]{0,254}[!-~])?$/;

/**
 * Idempotency-Key: the first request is executed and its response is stored in the emails' own transaction. Each later request with the
 * same content gets that response. New keys cost no extra query: a used key is detected when its row cannot be inserted, or when the
 * request fails for another reason.
 */
export class IdempotentRequests {
  readonly #database: Database;
  readonly #inProgress = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  async answer<Answer>(
    request: Request,
    execute: (idempotency: IdempotencyKey | null) => Promise<Answer>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    const { accountId, key: requestKey, part, content } = request;
    if (requestKey === undefined) return { answer: await execute(null), replayed: false };
    if (!KEY_SHAPE.test(requestKey)) throw badKey();
    // A valid request key contains no line break.
    const key = part === undefined ? requestKey : `${requestKey}\n${part()}`;
    const name = `${accountId} ${key}`;
    if (this.#inProgress.has(name)) throw inProgress();
    this.#inProgress.add(name);
    try {
      const requestHash = hash("sha256", canonical(content), "buffer");
      return await this.#executeOnce(accountId, { key, requestHash }, execute);
    } finally {
      this.#inProgress.delete(name);
    }
  }

  async #executeOnce<Answer>(
    accountId: string,
    idempotency: IdempotencyKey,
    execute: (idempotency: IdempotencyKey) => Promise<Answer>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        return { answer: await execute(idempotency), replayed: false };
      } catch (error) {
        const earlier = await this.#findEarlier(accountId, idempotency.key, error);
        if (earlier && !earlier.request_hash.equals(idempotency.requestHash)) throw conflict();
        if (earlier) return { answer: earlier.answer as Answer, replayed: true };
        if (!(error instanceof KeyTaken)) throw error;
      }
      // The key is taken but has expired after 24 hours.
      await deleteExpiredKey(this.#database, accountId, idempotency.key);
    }
    throw inProgress();
  }

  async #findEarlier(accountId: string, key: string, error: unknown): Promise<IdempotencyRow | null> {
    if (isUnavailable(error)) throw error;
    return await findIdempotencyKey(this.#database, accountId, key).catch((failure) => {
      throw error instanceof KeyTaken ? failure : error;
    });
  }
}

/** Returns JSON with the members of each object sorted by name. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function badKey() {
  return refusal([{ path: "Idempotency-Key", message: "must have 1 to 256 printable ASCII characters" }]);
}

function inProgress() {
  return emailErrors.idempotency_in_progress(
    "A request with this Idempotency-Key is in progress. Retry in a moment to get its response.",
    { headers: { "retry-after": "1" } },
  );
}

function conflict() {
  return emailErrors.idempotency_conflict(
    "This Idempotency-Key was used with another request in the last 24 hours. Use a new key for a new email.",
  );
}
