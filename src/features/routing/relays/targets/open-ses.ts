import type { SESv2Client } from "@aws-sdk/client-sesv2";
import type { RelayTarget } from "./relay-target.ts";

export type SesTarget = RelayTarget & { kind: "ses" };

/** Timeouts of the connection and of the response, before which Amazon checks and stores the message. */
const TIMEOUTS = { connectionTimeout: 10_000, requestTimeout: 60_000, throwOnRequestTimeout: true };

/** Loads Amazon's client on first use, because it takes 28 MB. It never retries by itself, because a retry could send a message twice. */
export async function openSes({
  region,
  accessKeyId,
  secretAccessKey,
  endpoint,
}: SesTarget): Promise<SESv2Client> {
  const { SESv2Client } = await import("@aws-sdk/client-sesv2");
  return new SESv2Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint }),
    maxAttempts: 1,
    requestHandler: TIMEOUTS,
  });
}
