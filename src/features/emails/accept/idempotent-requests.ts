import { hash } from "node:crypto";
import { type Database, isUnavailable } from "../../../platform/db/index.ts";
import { emailErrors } from "../errors.ts";
import { KeyTaken } from "./key-taken.ts";
import { refusal } from "./prepare-email.ts";
import { deleteExpiredKey, findIdempotencyKey, type IdempotencyRow } from "./queries.ts";

export type IdempotencyKey = { key: string; requestHash: Buffer };
type Request = {
  accountId: string;
  /** Undefined: it came without one, and is carried out as often as it comes. */
  key: string | undefined;
  /** Of one that may come in several parts with one key: the name of this part. Each is carried out once. */
  part?: () => string;
  /** The operation and everything that was asked of it; its order of members does not matter. */
  content: unknown;
};

/** An expired key that two nodes use at once is taken again by one of them, and then its answer is there for the other. */
const maxTries = 3;
const keyShape = /^[!-~](?:[ -~]{0,254}[!-~])?$/;

/**
 * Idempotency-Key: the first request that comes through is carried out, its answer is kept in the emails' own transaction, and
 * every further one with the same content gets that answer. Costs no query of its own while keys are new: a key that was used
 * shows when its row cannot be inserted, or when carrying out failed for another reason.
 */
export class IdempotentRequests {
  readonly #database: Database;
  readonly #underWay = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  async answer<Answer>(
    request: Request,
    carryOut: (idempotency: IdempotencyKey | null) => Promise<Answer>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    const { accountId, key: given, part, content } = request;
    if (given === undefined) return { answer: await carryOut(null), replayed: false };
    if (!keyShape.test(given)) throw badKey();
    // A line break is in no key that was given.
    const key = part === undefined ? given : `${given}\n${part()}`;
    const name = `${accountId} ${key}`;
    if (this.#underWay.has(name)) throw inProgress();
    this.#underWay.add(name);
    try {
      const requestHash = hash("sha256", canonical(content), "buffer");
      return await this.#answerOnce(accountId, { key, requestHash }, carryOut);
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #answerOnce<Answer>(
    accountId: string,
    idempotency: IdempotencyKey,
    carryOut: (idempotency: IdempotencyKey) => Promise<Answer>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      try {
        return { answer: await carryOut(idempotency), replayed: false };
      } catch (error) {
        const before = await this.#findBefore(accountId, idempotency.key, error);
        if (before && !before.request_hash.equals(idempotency.requestHash)) throw conflict();
        if (before) return { answer: before.answer as Answer, replayed: true };
        if (!(error instanceof KeyTaken)) throw error;
      }
      // It was taken, and is not valid any more: 24 hours have gone by.
      await deleteExpiredKey(this.#database, accountId, idempotency.key);
    }
    throw inProgress();
  }

  async #findBefore(accountId: string, key: string, error: unknown): Promise<IdempotencyRow | null> {
    if (isUnavailable(error)) throw error;
    return await findIdempotencyKey(this.#database, accountId, key).catch((failure) => {
      throw error instanceof KeyTaken ? failure : error;
    });
  }
}

/** JSON with the members of each object in the order of their names. */
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
    "A request with this Idempotency-Key is being carried out. Ask again in a moment for its answer.",
    { headers: { "retry-after": "1" } },
  );
}

function conflict() {
  return emailErrors.idempotency_conflict(
    "This Idempotency-Key was used with another request in the last 24 hours. Use a new key for a new email.",
  );
}
