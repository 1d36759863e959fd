import type { NewEmail } from "./new-email.ts";

/** Emails that are stored together or not at all. */
export type Acceptance = {
  accountId: string;
  emails: NewEmail[];
  /** The response is stored under this key. If the key is taken, nothing is stored. */
  idempotency: { key: string; requestHash: Buffer; answer: unknown } | null;
  /** Each quota counts all recipients of the emails. */
  quotas: Quota[];
};
export type Quota = { subject: string; atMost: number };
