import { domainOf } from "../../../mail/address/index.ts";
import {
  type Database,
  isConflict,
  isRolledBack,
  isUnavailable,
  MicroBatch,
} from "../../../platform/db/index.ts";
import { AppError, errors } from "../../../platform/errors/index.ts";
import type { TrackingPolicy } from "../../tracking/index.ts";
import { KnownContents } from "../contents/known-contents.ts";
import { emailErrors } from "../errors.ts";
import { countRecipients, type NewEmail, recipientsOf, rowBytesOf, sizeOf } from "../new-email.ts";
import { isOverQuota, quotaExceeded, quotasOf } from "../quotas/daily-quotas.ts";
import { SpentQuotas } from "../quotas/spent-quotas.ts";
import type { Sender } from "../sender.ts";
import { isSimulated } from "../simulator-domain.ts";
import type { Acceptance } from "../store/acceptance-columns.ts";
import { insertAcceptances, type Stored } from "../store/insert-acceptances.ts";

const NOT_STORED =
  "The email was not stored, because the database is not available. Send it again in a moment.";
const MAYBE_STORED =
  "The connection to the database was lost before it confirmed the email, so the email may or may not be stored. Send it again with the same Idempotency-Key, or look for it with GET /api/v1/emails first.";

export type AcceptPipelineOptions = {
  database: Database;
  /** Returns why this account may not send from this domain, or null if it may. */
  reasonToRefuseDomain: (accountId: string, domain: string) => Promise<string | null>;
  /** Decides what is tracked. */
  tracking: Pick<TrackingPolicy, "of">;
  /** Whether the account asks for events of acceptance. */
  wantsAcceptanceEvents: (accountId: string) => Promise<boolean>;
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

type AcceptRequest = { emails: NewEmail[]; sender: Sender; idempotency: Acceptance["idempotency"] };

/**
 * The only entry point for sending: every email passes through here. A process has one pipeline, because callers that arrive during a
 * commit share the next one.
 */
export class AcceptPipeline {
  readonly #options: AcceptPipelineOptions;
  readonly #batch: MicroBatch<Acceptance, Stored>;
  readonly #spent = new SpentQuotas();
  #known = new KnownContents();

  constructor(options: AcceptPipelineOptions) {
    this.#options = options;
    // A new connection may lead to a server that replaced the first one and has lost its last commits.
    options.database.pool.on("connect", () => {
      this.#known = new KnownContents();
    });
    this.#batch = new MicroBatch<Acceptance, Stored>({
      write: (acceptances) => this.#write(acceptances),
      maxItems: MAX_BATCH,
      maxBytes: MAX_BATCH_BYTES,
      sizeOf: ({ emails }) => emails.reduce((sum, email) => sum + sizeOf(email) + rowBytesOf(email), 0),
      concurrency: 2,
      mayRetryAlone: (error) => !isUnavailable(error) || isConflict(error),
    });
  }

  /**
   * Resolves after all emails and their queue rows are committed, or none. Returns the errors `sender_not_allowed`,
   * `quota_exceeded` and `unavailable`.
   */
  async accept({ emails, sender, idempotency }: AcceptRequest): Promise<Stored | AppError> {
    for (const { from } of emails) {
      const error = await this.senderError(from.address, sender);
      if (error) return error;
    }
    const { accountId, keyId } = sender;
    if (!sender.isSystem) await this.#decideTracking(emails);
    const quotas = quotasOf(sender, this.#options.dailyQuota);
    const isAnnounced = await this.#options.wantsAcceptanceEvents(accountId);
    const stored = await this.#store({ accountId, emails, idempotency, quotas, isAnnounced });
    if (stored !== "stored") return stored;
    this.#options.onQueued(emails.length);
    if (keyId !== null) this.#options.onAccepted?.({ accountId, keyId }, countPeople(emails));
    return stored;
  }

  /** Returns `sender_not_allowed`, or null. The first check of each email, for callers that need the result earlier. */
  async senderError(address: string, { accountId, limits, isSystem }: Sender): Promise<AppError | null> {
    if (isSystem) return null;
    const domain = domainOf(address);
    const allowed = limits?.fromDomains ?? null;
    const reason =
      allowed && !allowed.includes(domain)
        ? `This API key may send only from ${allowed.join(", ")}.`
        : await this.#options.reasonToRefuseDomain(accountId, domain);
    if (reason === null) return null;
    return emailErrors.sender_not_allowed(reason, { fields: [{ path: "from", message: reason }] });
  }

  /** Fixed here for the life of the email, so that a retry has the same links. */
  async #decideTracking(emails: NewEmail[]): Promise<void> {
    for (const email of emails) {
      if (email.html === null) continue;
      const { accountId, from, trackingWish: wish = null } = email;
      const tracking = await this.#options.tracking.of({
        accountId,
        fromDomain: domainOf(from.address),
        wish,
      });
      if (tracking) email.tracking = tracking;
    }
  }

  async #store(acceptance: Acceptance): Promise<Stored | AppError> {
    const spent = this.#quotaError(acceptance);
    if (spent) return spent;
    try {
      return await this.#batch.add(acceptance);
    } catch (error) {
      const exceeded =
        isOverQuota(error) && acceptance.quotas.find(({ subject }) => subject === error.detail);
      if (exceeded) {
        this.#spent.add(acceptance.accountId, exceeded, amountOf(acceptance));
        return quotaExceeded(exceeded);
      }
      if (error instanceof AppError) return error;
      if (!isUnavailable(error)) throw error;
      return errors.unavailable(isRolledBack(error) ? NOT_STORED : MAYBE_STORED, {
        cause: error,
        headers: { "retry-after": "2" },
      });
    }
  }

  async #write(acceptances: Acceptance[]): Promise<Stored[]> {
    const [first, ...rest] = acceptances;
    // After a failed batch, items are retried one by one. By then an earlier item's quota error is cached.
    const spent = first && rest.length === 0 ? this.#quotaError(first) : null;
    if (spent) throw spent;
    return await insertAcceptances(this.#options.database, acceptances, () => this.#known);
  }

  #quotaError(acceptance: Acceptance): AppError | null {
    const quota = this.#spent.findSpent(acceptance, amountOf(acceptance));
    return quota && quotaExceeded(quota);
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
