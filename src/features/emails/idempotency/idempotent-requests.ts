import { hash } from "node:crypto";
import { type Database, isUnavailable } from "../../../platform/db/index.ts";
import { emailErrors, validationFailed } from "../errors.ts";
import { deleteExpiredKey, type EarlierRequest, findEarlierRequest } from "./queries.ts";

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

/** Returns the response, or "key taken" if nothing was stored because the key was used before. */
type Execute<Key, Response> = (idempotency: Key) => Promise<Response | "key taken">;
type Outcome<Response> = { response: Response; replayed: boolean };

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

  /** Executes a request, unless it has a key under which it was executed before. */
  async run<Response>(
    { accountId, key: requestKey, part, content }: Request,
    execute: Execute<IdempotencyKey | null, Response>,
  ): Promise<Outcome<Response>> {
    // Without a key, the request is executed each time.
    if (requestKey === undefined) return { response: (await execute(null)) as Response, replayed: false };
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

  async #executeOnce<Response>(
    accountId: string,
    idempotency: IdempotencyKey,
    execute: Execute<IdempotencyKey, Response>,
  ): Promise<Outcome<Response>> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        const response = await execute(idempotency);
        if (response !== "key taken") return { response, replayed: false };
      } catch (error) {
        return await this.#replayInsteadOf(error, accountId, idempotency);
      }
      const earlier = await findEarlierRequest(this.#database, accountId, idempotency.key);
      if (earlier) return replay(earlier, idempotency);
      // The key is taken but has expired after 24 hours.
      await deleteExpiredKey(this.#database, accountId, idempotency.key);
    }
    throw inProgress();
  }

  /** A request that fails now may have succeeded earlier with the same key. Otherwise throws `error` again. */
  async #replayInsteadOf<Response>(
    error: unknown,
    accountId: string,
    idempotency: IdempotencyKey,
  ): Promise<Outcome<Response>> {
    if (isUnavailable(error)) throw error;
    const earlier = await findEarlierRequest(this.#database, accountId, idempotency.key).catch(() => null);
    if (!earlier) throw error;
    return replay(earlier, idempotency);
  }
}

function replay<Response>(earlier: EarlierRequest, { requestHash }: IdempotencyKey): Outcome<Response> {
  if (!earlier.requestHash.equals(requestHash)) throw conflict();
  return { response: earlier.response as Response, replayed: true };
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
  return validationFailed([
    { path: "Idempotency-Key", message: "must have 1 to 256 printable ASCII characters" },
  ]);
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
