import type { Database } from "../../../platform/db/index.ts";
import type { AppError } from "../../../platform/errors/index.ts";
import { emailErrors } from "../errors.ts";
import type { Sender } from "../sender.ts";

/** A limit of recipients per UTC day. */
export type Quota = { subject: string; atMost: number };

/** SQLSTATE of spend_quota (0003_emails.sql). */
const OVER_QUOTA = "PH429";
const NO_QUOTAS: Quota[] = [];

/** Returns the quotas that count the sender's recipients: the account's and the API key's. */
export function quotasOf({ keyId, limits, isSystem }: Sender, dailyQuota: number | null): Quota[] {
  if (isSystem) return NO_QUOTAS;
  const ofKey = limits?.dailyLimit ?? null;
  if (dailyQuota === null && ofKey === null) return NO_QUOTAS;
  return [
    ...(dailyQuota === null ? [] : [{ subject: "account", atMost: dailyQuota }]),
    ...(ofKey === null ? [] : [{ subject: `key ${keyId}`, atMost: ofKey }]),
  ];
}

/** Whether a statement was aborted by spend_quota. `detail` is the subject of the quota. */
export function isOverQuota(error: unknown): error is Error & { detail: string } {
  return error instanceof Error && (error as { code?: unknown }).code === OVER_QUOTA;
}

/** Returns `quota_exceeded` for a quota. */
export function quotaExceeded({ subject, atMost }: Quota): AppError {
  const owner = subject === "account" ? "The account" : "This API key";
  const now = new Date();
  const secondsLeft = 86_400 - Math.floor((now.getTime() % 86_400_000) / 1_000);
  return emailErrors.quota_exceeded(
    `${owner} has reached its daily limit of recipients, which resets at midnight UTC. Nothing of this request was accepted.`,
    {
      headers: {
        "retry-after": String(secondsLeft),
        // Instead of the fields of the rate limit (draft-ietf-httpapi-ratelimit-headers), which would contradict `retry-after`.
        "ratelimit-policy": `"daily";q=${atMost};w=86400`,
        ratelimit: `"daily";r=0;t=${secondsLeft}`,
      },
    },
  );
}

/** Deletes the usage of past days, which no longer counts. */
export async function deleteOldUsage({ pool }: Database): Promise<void> {
  await pool.query(`DELETE FROM quota_usage WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`);
}
