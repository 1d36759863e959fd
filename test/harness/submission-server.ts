import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SubmittedMessage } from "../../src/features/emails/index.ts";
import { type SubmissionOptions, startSubmission } from "../../src/features/submission/start-submission.ts";
import { errors } from "../../src/platform/errors/index.ts";
import { type Limits, limits } from "../../src/platform/smtp-server/index.ts";
import type { Logger } from "../../src/platform/telemetry/index.ts";

export const GOOD_KEY = "ph_12345678_good";
/** A key of another account. */
export const OTHER_KEY = "ph_87654321_other";
const ACCOUNT_IDS = new Map([
  [GOOD_KEY, "01a1fc0b-98e9-73b7-b9fd-726d62cf8357"],
  [OTHER_KEY, "01a1fc0b-98e9-73b7-b9fd-726d62cf8358"],
]);

/** Both submission listeners on free ports, with a recorder behind them: for tests of the SMTP conversation. */
export async function startTestSubmission(
  given: Partial<SubmissionOptions> & { change?: Partial<Limits>; longLines?: "refuse" } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), "submission-"));
  const messages: (SubmittedMessage & { idempotencyKey: string | undefined })[] = [];
  const logged: { event: string }[] = [];
  const keys = new Map([GOOD_KEY, OTHER_KEY].map((key) => [key, "full" as "full" | "read"]));
  const place = { host: "127.0.0.1", port: 0, isChosen: true };
  const submission = await startSubmission({
    starttls: { ...place, setting: "SMTP_PORT" },
    implicit: { ...place, setting: "SMTPS_PORT" },
    certificateFiles: null,
    dataDir,
    host: "mail.test",
    log: recordingLogger(logged),
    networkOf: (ip) => ip,
    authenticate: async ({ secret }) => {
      const permission = keys.get(secret);
      if (!permission) return { ok: false, refusal: errors.unauthorized("no") };
      const accountId = ACCOUNT_IDS.get(secret) ?? "";
      const { longLines = "re-encode" } = given;
      const principal = { accountId, via: "key", keyId: 1, personId: null, permission, longLines } as const;
      return { ok: true, principal: { ...principal, limits: null, isLimited: false } };
    },
    takeRequest: () => undefined,
    senderError: async () => null,
    submitMessage: async (message, _sender, { idempotencyKey } = {}) => {
      messages.push({ ...message, idempotencyKey });
      return { id: `id-${messages.length}`, messageId: message.messageId, replayed: false };
    },
    limits: { ...limits, authFailureDelayMs: 1, ...given.change },
    ...given,
  });
  return {
    starttls: submission.starttlsPort as number,
    implicit: submission.implicitPort as number,
    messages,
    keys,
    logged,
    dataDir,
    stop: async () => {
      await submission.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

function recordingLogger(logged: { event: string }[]): Logger {
  const record = (entry: { event: string }) => void logged.push(entry);
  return { debug: record, info: record, warn: record, error: record } as unknown as Logger;
}
