import { ApiError, api, withQuery } from "../../../api.ts";
import type { AcceptedEmail, DraftFinding, DryRun, SendRequest } from "../../../api-types.ts";

export const SEVERITIES = ["error", "warning", "hint"] as const satisfies readonly DraftFinding["severity"][];

export function dryRun(request: SendRequest, { withSource = false } = {}): Promise<DryRun> {
  const query = { dry_run: true, include: withSource ? "source" : undefined };
  return api.post(withQuery("/api/emails", query), request);
}

// Longer than the server needs for any email; after that the user can retry.
const MAX_WAITS = 10;
const WAIT_MS = 1_000;

/**
 * Sends the email. Calls with the same key accept one email; while an earlier call is in progress, this one
 * waits for its response.
 */
export async function sendEmail(request: SendRequest, idempotencyKey: string): Promise<AcceptedEmail> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await api.post<AcceptedEmail>("/api/emails", request, {
        headers: { "idempotency-key": idempotencyKey },
      });
    } catch (error) {
      const isUnderWay = error instanceof ApiError && error.code === "idempotency_in_progress";
      if (!isUnderWay || waits >= MAX_WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/** One per form. `crypto.randomUUID` exists on https and localhost only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `compose-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
