import { setTimeout as pause } from "node:timers/promises";
import { type Database, isUnavailable } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";

export type Notice = { subject: string; text: string };
/** Sends an email of ours in the name of the account, once for an `idempotencyKey`. */
export type SendNotice = (
  accountId: string,
  notice: Notice & { to: string },
  idempotencyKey: string,
) => Promise<unknown>;
/** Writes to everybody in an account. Never rejects; who asks twice with one `idempotencyKey` is heard once. */
export type TellPeople = (accountId: string, notice: Notice, idempotencyKey: string) => Promise<void>;

/** What people are told of has happened already, so a notice that the database does not take at once is tried again. */
const tries = 5;
const retryMs = 2_000;

type Given = { database: Database; log: Logger; sendNotice: SendNotice };

export function createTellPeople({ database, log, sendNotice }: Given): TellPeople {
  return async (accountId, notice, idempotencyKey) => {
    const people = await tryAgain(() => listPeople(database, accountId), problem);
    for (const { id, email } of people ?? [])
      await tryAgain(
        () => sendNotice(accountId, { to: email, ...notice }, `${idempotencyKey}-${id}`),
        problem,
      );

    function problem(err: unknown): void {
      log.warn(
        { event: "notice.not_sent", accountId, subject: notice.subject, err },
        "could not write to the people of an account",
      );
    }
  };
}

async function tryAgain<T>(work: () => Promise<T>, onError: (error: unknown) => void): Promise<T | null> {
  for (let left = tries; left > 0; left -= 1) {
    try {
      return await work();
    } catch (error) {
      onError(error);
      if (!isUnavailable(error)) return null;
      await pause(retryMs, undefined, { ref: false });
    }
  }
  return null;
}

async function listPeople({ db }: Database, accountId: string): Promise<{ id: string; email: string }[]> {
  return await db.selectFrom("users").select(["id", "email"]).where("account_id", "=", accountId).execute();
}
