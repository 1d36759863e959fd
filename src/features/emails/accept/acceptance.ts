import type { NewEmail } from "./new-email.ts";

/** Emails that are stored together or not at all. */
export type Acceptance = {
  accountId: string;
  emails: NewEmail[];
  /** The answer is kept under this key; when the key is taken, nothing is stored. */
  idempotency: { key: string; requestHash: Buffer; answer: unknown } | null;
  /** Each counts all recipients. */
  quotas: Quota[];
};
export type Quota = { subject: string; atMost: number };
