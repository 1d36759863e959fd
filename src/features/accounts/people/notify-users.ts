import { setTimeout as pause } from "node:timers/promises";
import { type Database, isUnavailable } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { listMembers } from "./queries.ts";

/** An email of Posthouse itself to people. */
export type SystemMail = { subject: string; text: string };
/** Sends a system mail in the name of the account, once for an `idempotencyKey`. */
export type SendSystemMail = (
  accountId: string,
  mail: SystemMail & { to: string },
  idempotencyKey: string,
) => Promise<unknown>;
/** `notifyUsers` with its dependencies bound. */
export type NotifyUsers = (accountId: string, mail: SystemMail, idempotencyKey: string) => Promise<void>;

/** The change that a system mail reports has happened already, so the mail is retried while the database is unavailable. */
const TRIES = 5;
const RETRY_MS = 2_000;

type NotifyDeps = { database: Database; log: Logger; sendSystemMail: SendSystemMail };

/** Writes to all people of an account, once for an `idempotencyKey`. Never rejects. */
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
      "could not write to the people of an account",
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
