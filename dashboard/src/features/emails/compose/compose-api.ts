import { ApiError, api, withQuery } from "../../../api.ts";
import type { SendRequest } from "./request-of.ts";

export interface Fate {
  address: string;
  kind: "to" | "cc" | "bcc";
  fate: "send" | "capture" | "simulate" | "suppress" | "hold";
  reason: string;
}

export const severities = ["error", "warning", "hint"] as const;

export interface Finding {
  code: string;
  severity: (typeof severities)[number];
  message: string;
  /** Where: a link, an image, a header. */
  at?: string;
}

/** What would become of an email; nothing of it is stored. */
export interface DryRun {
  from: string;
  subject: string;
  scheduled_at: string | null;
  recipients: Fate[];
  size_bytes: number;
  text: string | null;
  findings: Finding[];
  /** Only when asked for, and up to 1 MB. */
  source?: string;
}

export function dryRun(request: SendRequest, { withSource = false } = {}): Promise<DryRun> {
  const query = { dry_run: true, include: withSource ? "source" : undefined };
  return api.post(withQuery("/api/emails", query), request);
}

export interface Accepted {
  id: string;
  message_id: string;
}

// Longer than the server needs for any email; then the reader may press again.
const maxWaits = 10;
const waitMs = 1_000;

/**
 * Sends the email. However often this is called with one key, one email is accepted; where an earlier call is still being
 * carried out, this one waits for its answer.
 */
export async function sendEmail(request: SendRequest, idempotencyKey: string): Promise<Accepted> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await api.post<Accepted>("/api/emails", request, {
        headers: { "idempotency-key": idempotencyKey },
      });
    } catch (error) {
      const isUnderWay = error instanceof ApiError && error.code === "idempotency_in_progress";
      if (!isUnderWay || waits >= maxWaits) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** For one form. Not `crypto.randomUUID`, which exists on https and localhost only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `compose-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
