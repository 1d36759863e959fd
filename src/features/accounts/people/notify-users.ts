import { setTimeout as pause } from "node:timers/promises";
import { type Database, isUnavailable } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { listMembers } from "../members/queries.ts";

/** An email that Posthouse itself sends to people. */
export type SystemMail = { subject: string; text: string };
/** Sends a system mail on behalf of the account, once per `idempotencyKey`. */
export type SendSystemMail = (
  accountId: string,
  mail: SystemMail & { to: string },
  idempotencyKey: string,
) => Promise<unknown>;
/** `notifyUsers` with its dependencies bound. */
export type NotifyUsers = (accountId: string, mail: SystemMail, idempotencyKey: string) => Promise<void>;

/** The reported change has already happened, so the mail is retried while the database is unavailable. */
const TRIES = 5;
const RETRY_MS = 2_000;

type NotifyDeps = { database: Database; log: Logger; sendSystemMail: SendSystemMail };

/** Sends a system mail to all people of an account, once per `idempotencyKey`. Never rejects. */
export async function notifyUsers(
  { database, log, sendSystemMail }: NotifyDeps,
  accountId: string,
  mail: SystemMail,
  idempotencyKey: string,
): Promise<void> {
  const people = await retry(() => listMembers(database, accountId), logFailure);
  for (const { id, email } of people ?? [])
    await retry(
      () => sendSystemMail(accountId, { to: email, ...mail }, `${idempotencyKey}-${id}`),
      logFailure,
    );

  function logFailure(err: unknown): void {
    log.warn(
      { event: "system_mail.not_sent", accountId, subject: mail.subject, err },
      "could not send a system mail to the people of an account",
    );
  }
}

async function retry<T>(work: () => Promise<T>, onFailure: (error: unknown) => void): Promise<T | null> {
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      if (!isUnavailable(error)) return null;
      await pause(RETRY_MS, undefined, { ref: false });
    }
  }
  return null;
}
