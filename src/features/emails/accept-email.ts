import { domainOf } from "../../mail/address/index.ts";
import { type Database, isRolledBack, isUnavailable, MicroBatch } from "../../platform/db/index.ts";
import { errors } from "../../platform/errors/index.ts";
import { emailErrors } from "./errors.ts";
import { type NewEmail, prepareEmail } from "./prepare-email.ts";
import { insertEmails } from "./queries.ts";
import type { SendRequest } from "./schema.ts";

const notStored = "The email was not stored: the database is not available. Send it again in a moment.";
const maybeStored =
  "The database went away before it confirmed the email, so it may or may not be stored. Look for it in GET /api/v1/emails before you send it again.";

export type AcceptEmail = (
  request: SendRequest,
  by: { accountId: string; keyId: number | null },
) => Promise<NewEmail>;

export type AcceptEmailOptions = {
  database: Database;
  /** The sender of an email that names none. */
  defaultSenderOf: (accountId: string) => Promise<string>;
  /** Why this account may not send from this domain; null if it may. */
  reasonToRefuseDomain: (accountId: string, domain: string) => Promise<string | null>;
  /** Called after emails have been committed. */
  onQueued: () => void;
};

/** Emails in one commit. At 64 callers a batch never fills; it bounds the size of a statement for thousands. */
const maxBatch = 128;

/** PostgreSQL takes no statement over 1 GB, and a few large emails are better off in commits of their own. */
const maxBatchBytes = 8 * 1024 * 1024;

/**
 * The only way in: decides purely, then writes once. The promise is fulfilled after the email and its queue rows are
 * committed. Errors: `validation_failed`, `sender_not_allowed`, `unavailable`.
 */
export function createAcceptEmail(options: AcceptEmailOptions): AcceptEmail {
  const { database } = options;
  const batch = new MicroBatch<NewEmail, NewEmail>({
    write: async (emails) => {
      await insertEmails(database, emails);
      return emails;
    },
    maxItems: maxBatch,
    maxBytes: maxBatchBytes,
    sizeOf: ({ html, text }) => (html?.length ?? 0) + (text?.length ?? 0),
    lanes: 2,
    mayRetryAlone: (error) => !isUnavailable(error),
  });

  return async function acceptEmail(request, by) {
    const email = prepareEmail(request, {
      ...by,
      defaultFrom: request.from ?? (await options.defaultSenderOf(by.accountId)),
    });
    const refusal = await options.reasonToRefuseDomain(by.accountId, domainOf(email.from.address));
    if (refusal)
      throw emailErrors.sender_not_allowed(refusal, { fields: [{ path: "from", message: refusal }] });
    await store(email);
    options.onQueued();
    return email;
  };

  async function store(email: NewEmail): Promise<void> {
    try {
      await batch.add(email);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw errors.unavailable(isRolledBack(error) ? notStored : maybeStored, {
        cause: error,
        headers: { "retry-after": "2" },
      });
    }
  }
}
