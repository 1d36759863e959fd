import type { SESv2Client } from "@aws-sdk/client-sesv2";
import type { RelayTarget } from "./relay-target.ts";

export type SesTarget = RelayTarget & { kind: "ses" };

/** Of a connection; then of an answer, within which Amazon checks and stores the message. */
const timeouts = { connectionTimeout: 10_000, requestTimeout: 60_000, throwOnRequestTimeout: true };

/** Loads Amazon's client when the first one is needed: it takes 28 MB. Never tries twice by itself (law of the dot). */
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
    requestHandler: timeouts,
  });
}
