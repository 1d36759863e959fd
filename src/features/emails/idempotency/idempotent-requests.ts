import { hash } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { AppError } from "../../../platform/errors/index.ts";
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

/** The response of a request that stored nothing. It is not kept, so the same key works once the cause is corrected. */
export class NothingStored<Response> {
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
  }
}

type Executed<Response> = Response | NothingStored<Response> | AppError;
/** Returns the response, an error, or "key taken" if nothing was stored because the key was used before. */
type Execute<Key, Response> = (idempotency: Key) => Promise<Executed<Response> | "key taken">;
export type Outcome<Response> = { response: Response; replayed: boolean };

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
  ): Promise<Outcome<Response> | AppError> {
    if (requestKey === undefined) {
      return outcomeOf((await execute(null)) as Executed<Response>);
    }
    if (!KEY_SHAPE.test(requestKey)) return badKey();
    // A valid request key contains no line break.
    const key = part === undefined ? requestKey : `${requestKey}\n${part()}`;
    const name = `${accountId} ${key}`;
    if (this.#inProgress.has(name)) return inProgress();
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
  ): Promise<Outcome<Response> | AppError> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const result = await execute(idempotency);
      if (result instanceof AppError || result instanceof NothingStored)
        return await this.#replayInsteadOf(result, accountId, idempotency);
      if (result !== "key taken") return outcomeOf(result);
      const earlier = await findEarlierRequest(this.#database, accountId, idempotency.key);
      if (earlier) return replay(earlier, idempotency);
      // The key is taken but has expired after 24 hours.
      await deleteExpiredKey(this.#database, accountId, idempotency.key);
    }
    return inProgress();
  }

  /**
   * A request that stores nothing now may have succeeded earlier with the same key, and one that is `unavailable` may have been committed
   * itself. Otherwise returns its result. Throws when the look-up fails, because a definite error could be wrong then.
   */
  async #replayInsteadOf<Response>(
    result: AppError | NothingStored<Response>,
    accountId: string,
    idempotency: IdempotencyKey,
  ): Promise<Outcome<Response> | AppError> {
    try {
      const earlier = await findEarlierRequest(this.#database, accountId, idempotency.key);
      return earlier ? replay(earlier, idempotency) : outcomeOf(result);
    } catch (error) {
      if (result instanceof AppError && result.code === "unavailable") return result;
      throw error;
    }
  }
}

/** The outcome of a request that was executed now. */
function outcomeOf<Response>(result: Executed<Response>): Outcome<Response> | AppError {
  if (result instanceof AppError) return result;
  return { response: result instanceof NothingStored ? result.response : result, replayed: false };
}

function replay<Response>(
  earlier: EarlierRequest,
  { requestHash }: IdempotencyKey,
): Outcome<Response> | AppError {
  if (!earlier.requestHash.equals(requestHash)) return conflict();
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
