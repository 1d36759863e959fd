import { domainOf } from "../../../mail/address/index.ts";
import {
  type Database,
  isConflict,
  isRolledBack,
  isUnavailable,
  MicroBatch,
} from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { KnownContents } from "../contents/known-contents.ts";
import { emailErrors } from "../errors.ts";
import { isSimulated } from "../simulator-domain.ts";
import type { Acceptance, Quota } from "./acceptance.ts";
import { KeyTaken } from "./key-taken.ts";
import { countRecipients, type NewEmail, recipientsOf, rowBytesOf, sizeOf } from "./new-email.ts";
import { insertAcceptances, overQuota } from "./queries.ts";
import type { Sender } from "./sender.ts";
import { SpentQuotas } from "./spent-quotas.ts";

const notStored = "The email was not stored: the database is not available. Send it again in a moment.";
const maybeStored =
  "The database went away before it confirmed the email, so it may or may not be stored. Send it again with the same Idempotency-Key, or look for it in GET /api/v1/emails first.";

/**
 * The one door: everything that is sent comes through here. The promise is fulfilled after the emails and their queue rows are
 * committed, all of them or none. Errors: `sender_not_allowed`, `quota_exceeded`, `unavailable`; KeyTaken.
 */
export type AcceptEmails = {
  (given: { emails: NewEmail[]; sender: Sender; idempotency: Acceptance["idempotency"] }): Promise<void>;
  /** The first thing that it does with each email, for those who want to know before: throws `sender_not_allowed`. */
  checkSender(address: string, sender: Sender): Promise<void>;
};

export type AcceptEmailsOptions = {
  database: Database;
  /** Why this account may not send from this domain; null if it may. */
  reasonToRefuseDomain: (accountId: string, domain: string) => Promise<string | null>;
  /** Recipients that an account may send to in a UTC day; null is no limit. */
  dailyQuota: number | null;
  /** Called after so many emails have been committed. */
  onQueued: (emails: number) => void;
  /** The same for those that came with a key, with how many people they go to; the simulator's addresses are none. */
  onAccepted?: (key: { accountId: string; keyId: number }, recipients: number) => void;
};

/** Emails in one commit. At 64 callers a batch never fills; it bounds the size of a statement for thousands. */
const maxBatch = 128;

/**
 * PostgreSQL takes no statement over 1 GB, and a few large emails are better off in commits of their own. So are thousands of
 * recipients: these make 16,000 rows or so, which take a second; all that wait at once would take longer than a statement may.
 */
const maxBatchBytes = 8 * 1024 * 1024;

export function createAcceptEmails(options: AcceptEmailsOptions): AcceptEmails {
  const { database } = options;
  let known = new KnownContents();
  // A new connection may lead to a server that took the place of the first, and has lost its last commits.
  database.pool.on("connect", () => {
    known = new KnownContents();
  });
  const spent = new SpentQuotas();
  const batch = new MicroBatch<Acceptance, "stored" | "key taken">({
    write,
    maxItems: maxBatch,
    maxBytes: maxBatchBytes,
    sizeOf: ({ emails }) => emails.reduce((sum, email) => sum + sizeOf(email) + rowBytesOf(email), 0),
    concurrency: 2,
    mayRetryAlone: (error) => !isUnavailable(error) || isConflict(error),
  });

  return Object.assign(acceptEmails, { checkSender });

  async function acceptEmails({ emails, sender, idempotency }: Parameters<AcceptEmails>[0]) {
    for (const { from } of emails) await checkSender(from.address, sender);
    const quotas = quotasOf(sender, options.dailyQuota);
    const stored = await store({ accountId: sender.accountId, emails, idempotency, quotas });
    if (stored === "key taken") throw new KeyTaken();
    options.onQueued(emails.length);
    const { accountId, keyId } = sender;
    if (keyId !== null) options.onAccepted?.({ accountId, keyId }, countPeople(emails));
  }

  async function checkSender(address: string, { accountId, limits, isSystem }: Sender): Promise<void> {
    if (isSystem) return;
    const domain = domainOf(address);
    const allowed = limits?.fromDomains ?? null;
    const refusal =
      allowed && !allowed.includes(domain)
        ? `This API key may send from ${allowed.join(", ")} only.`
        : await options.reasonToRefuseDomain(accountId, domain);
    if (refusal)
      throw emailErrors.sender_not_allowed(refusal, { fields: [{ path: "from", message: refusal }] });
  }

  async function write(acceptances: Acceptance[]) {
    const [first, ...others] = acceptances;
    // Whose batch was refused comes again alone, one after the other: what the one before is told is known by now.
    if (first && others.length === 0) refuseSpent(first);
    return await insertAcceptances(database, acceptances, () => known);
  }

  function refuseSpent(acceptance: Acceptance): void {
    const subject = spent.findSpent(acceptance, amountOf(acceptance));
    if (subject !== null) throw quotaError(subject);
  }

  async function store(acceptance: Acceptance): Promise<"stored" | "key taken"> {
    refuseSpent(acceptance);
    try {
      return await batch.add(acceptance);
    } catch (error) {
      if (isOverQuota(error)) {
        spent.add(acceptance, error.detail, amountOf(acceptance));
        throw quotaError(error.detail);
      }
      if (!isUnavailable(error)) throw error;
      throw errors.unavailable(isRolledBack(error) ? notStored : maybeStored, {
        cause: error,
        headers: { "retry-after": "2" },
      });
    }
  }
}

function amountOf({ quotas, emails }: Acceptance): number {
  return quotas.length === 0 ? 0 : countRecipients(emails);
}

function countPeople(emails: NewEmail[]): number {
  let people = 0;
  for (const email of emails)
    for (const { address } of recipientsOf(email)) if (!isSimulated(address)) people += 1;
  return people;
}

const noQuotas: Quota[] = [];

function quotasOf({ keyId, limits, isSystem }: Sender, dailyQuota: number | null): Quota[] {
  if (isSystem) return noQuotas;
  const ofKey = limits?.dailyLimit ?? null;
  if (dailyQuota === null && ofKey === null) return noQuotas;
  return [
    ...(dailyQuota === null ? [] : [{ subject: "account", atMost: dailyQuota }]),
    ...(ofKey === null ? [] : [{ subject: `key ${keyId}`, atMost: ofKey }]),
  ];
}

function isOverQuota(error: unknown): error is Error & { detail: string } {
  return error instanceof Error && (error as { code?: unknown }).code === overQuota;
}

function quotaError(subject: string) {
  const whose = subject === "account" ? "The account" : "This API key";
  const now = new Date();
  const secondsLeft = 86_400 - Math.floor((now.getTime() % 86_400_000) / 1_000);
  return emailErrors.quota_exceeded(
    `${whose} has sent to as many recipients today as it may. The count begins again at midnight UTC. Nothing of this request was accepted.`,
    { headers: { "retry-after": String(secondsLeft) } },
  );
}
