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
import { insertAcceptances, OVER_QUOTA } from "./queries.ts";
import type { Sender } from "./sender.ts";
import { SpentQuotas } from "./spent-quotas.ts";

const NOT_STORED =
  "The email was not stored, because the database is not available. Send it again in a moment.";
const MAYBE_STORED =
  "The connection to the database was lost before it confirmed the email, so the email may or may not be stored. Send it again with the same Idempotency-Key, or look for it with GET /api/v1/emails first.";

/**
 * The only entry point for sending: every email passes through here. The promise resolves after all emails and their queue rows are
 * committed, or none. Errors: `sender_not_allowed`, `quota_exceeded`, `unavailable`; KeyTaken.
 */
export type AcceptEmails = {
  (request: { emails: NewEmail[]; sender: Sender; idempotency: Acceptance["idempotency"] }): Promise<void>;
  /** Throws `sender_not_allowed`. The first check of each email, for callers that need the result earlier. */
  checkSender(address: string, sender: Sender): Promise<void>;
};

export type AcceptEmailsOptions = {
  database: Database;
  /** Returns why this account may not send from this domain, or null if it may. */
  reasonToRefuseDomain: (accountId: string, domain: string) => Promise<string | null>;
  /** Recipients per account and UTC day; null: no limit. */
  dailyQuota: number | null;
  /** Called with the number of emails after each commit. */
  onQueued: (emails: number) => void;
  /** Called after the commit of emails sent with a key, with the number of recipients, not counting the simulator's addresses. */
  onAccepted?: (key: { accountId: string; keyId: number }, recipients: number) => void;
};

/** Acceptances in one commit. With 64 callers a batch never fills up; with thousands it limits the size of the statement. */
const MAX_BATCH = 128;

/**
 * PostgreSQL accepts no statement over 1 GB, and large emails are better committed on their own. So are thousands of recipients: this
 * limit allows about 16,000 rows, which take a second. Without it, all waiting emails together would exceed the statement timeout.
 */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

export function createAcceptEmails(options: AcceptEmailsOptions): AcceptEmails {
  const { database } = options;
  let known = new KnownContents();
  // A new connection may lead to a server that replaced the first one and has lost its last commits.
  database.pool.on("connect", () => {
    known = new KnownContents();
  });
  const spent = new SpentQuotas();
  const batch = new MicroBatch<Acceptance, "stored" | "key taken">({
    write,
    maxItems: MAX_BATCH,
    maxBytes: MAX_BATCH_BYTES,
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
        ? `This API key may send only from ${allowed.join(", ")}.`
        : await options.reasonToRefuseDomain(accountId, domain);
    if (refusal)
      throw emailErrors.sender_not_allowed(refusal, { fields: [{ path: "from", message: refusal }] });
  }

  async function write(acceptances: Acceptance[]) {
    const [first, ...rest] = acceptances;
    // After a failed batch, items are retried one by one. By then an earlier item's quota error is cached.
    if (first && rest.length === 0) refuseSpent(first);
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
      throw errors.unavailable(isRolledBack(error) ? NOT_STORED : MAYBE_STORED, {
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

const NO_QUOTAS: Quota[] = [];

function quotasOf({ keyId, limits, isSystem }: Sender, dailyQuota: number | null): Quota[] {
  if (isSystem) return NO_QUOTAS;
  const ofKey = limits?.dailyLimit ?? null;
  if (dailyQuota === null && ofKey === null) return NO_QUOTAS;
  return [
    ...(dailyQuota === null ? [] : [{ subject: "account", atMost: dailyQuota }]),
    ...(ofKey === null ? [] : [{ subject: `key ${keyId}`, atMost: ofKey }]),
  ];
}

function isOverQuota(error: unknown): error is Error & { detail: string } {
  return error instanceof Error && (error as { code?: unknown }).code === OVER_QUOTA;
}

function quotaError(subject: string) {
  const owner = subject === "account" ? "The account" : "This API key";
  const now = new Date();
  const secondsLeft = 86_400 - Math.floor((now.getTime() % 86_400_000) / 1_000);
  return emailErrors.quota_exceeded(
    `${owner} has reached its daily limit of recipients, which resets at midnight UTC. Nothing of this request was accepted.`,
    { headers: { "retry-after": String(secondsLeft) } },
  );
}
