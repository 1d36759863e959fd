import { compareKey } from "../../../mail/address/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import { clearUnsubscribe, findSuppression, type Suppressed } from "../queries.ts";
import { readLinkToken } from "./link-token.ts";
import { readMailToken } from "./mail-token.ts";
import type { Subscriber } from "./page.ts";
import { findRecipients, findSender } from "./queries.ts";
import type { Subscription } from "./subscription.ts";
import { shareUnsubscribeLock } from "./unsubscribe-lock.ts";

type UnsubscriptionDeps = {
  secrets: Pick<InstanceSecrets, "sealSame" | "open" | "sign" | "isSigned">;
  /** Updates the account's contact in the same transaction. */
  setSubscribed: (db: Db, change: Suppressed & { subscribed: boolean }) => Promise<void>;
  /** Records the unsubscribe as an engagement of its email, in the same transaction. */
  onUnsubscribed: (db: Db, subscription: Subscription) => Promise<void>;
};

/** The actions of recipients, by link or by mail. Run each one in a transaction. An unknown token has no effect. */
export class Unsubscriptions {
  readonly #deps: UnsubscriptionDeps;

  constructor(deps: UnsubscriptionDeps) {
    this.#deps = deps;
  }

  /** Whether mail to this token is accepted. Makes no query. */
  isMailToken(token: string): boolean {
    return readMailToken(this.#deps.secrets, token) !== null;
  }

  /** Returns the email that a mail token names. */
  emailOf(token: string): { accountNumber: number; emailId: string } | null {
    return readMailToken(this.#deps.secrets, token);
  }

  async find(db: Db, token: string): Promise<(Subscriber & { isUnsubscribed: boolean }) | null> {
    const subscription = await this.#read(db, token);
    if (!subscription) return null;
    const found = await findSuppression(db, suppressedOf(subscription));
    const sender = await findSender(db, subscription);
    return { address: subscription.address, sender, isUnsubscribed: Boolean(found?.unsubscribed_at) };
  }

  /** Unsubscribes the recipient from bulk mail. Idempotent. */
  async unsubscribeByToken(db: Db, token: string): Promise<boolean> {
    const subscription = await this.#read(db, token);
    if (!subscription) return false;
    await this.unsubscribe(db, subscription, "link");
    return true;
  }

  /** The same for a recipient that is known. Returns whether anything changed. */
  async unsubscribe(db: Db, subscription: Subscription, by: "link" | "email"): Promise<boolean> {
    const { accountId, address, emailId } = subscription;
    const source = { type: by, id: emailId };
    await shareUnsubscribeLock(db, accountId);
    const before = await findSuppression(db, suppressedOf(subscription));
    const [added] = await addSuppressions(db, [{ accountId, address, reason: "unsubscribe", source }]);
    await this.#deps.setSubscribed(db, { ...suppressedOf(subscription), subscribed: false });
    const isNew = added !== "unchanged";
    // `before` may be outdated: of two simultaneous requests, the second one changes nothing.
    if (isNew && !before?.unsubscribed_at) await this.#deps.onUnsubscribed(db, subscription);
    return isNew;
  }

  /** Undoes the unsubscribe. Other reasons are kept. */
  async resubscribe(db: Db, token: string): Promise<boolean> {
    const subscription = await this.#read(db, token);
    if (!subscription) return false;
    await shareUnsubscribeLock(db, subscription.accountId);
    await clearUnsubscribe(db, suppressedOf(subscription));
    await this.#deps.setSubscribed(db, { ...suppressedOf(subscription), subscribed: true });
    return true;
  }

  async #read(db: Db, token: string): Promise<Subscription | null> {
    const { secrets } = this.#deps;
    const byLink = readLinkToken(secrets, token);
    if (byLink) return byLink;
    const byMail = readMailToken(secrets, token);
    if (!byMail) return null;
    const recipients = await findRecipients(db, byMail);
    const found = recipients.find(({ address }) => byMail.isOf(address));
    return found ? { ...found, emailId: byMail.emailId } : null;
  }
}

function suppressedOf({ accountId, address }: Subscription): Suppressed {
  return { accountId, addressKey: compareKey(address) };
}
