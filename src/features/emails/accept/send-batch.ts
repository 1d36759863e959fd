import { setImmediate } from "node:timers/promises";
import { AppError, type FieldError } from "../../../platform/errors/index.ts";
import type { BatchItem } from "./batch-item.ts";
import { refuseTooLargeRows, refuseTooManyRecipients } from "./batch-limits.ts";
import type { IdempotencyKey } from "./idempotent-requests.ts";
import type { NewEmail } from "./new-email.ts";
import { refusal } from "./prepare-email.ts";
import { keptAnswer, type SendDeps } from "./send-email.ts";
import type { Sender } from "./sender.ts";
import { SharedParts } from "./shared-parts.ts";

export type BatchResult =
  | { id: string; messageId: string }
  | { refused: { code: string; message: string; fields?: FieldError[] } };

export type SendBatch = (
  batch: { emails: BatchItem[]; mode: "all_or_nothing" | "per_item" },
  sender: Sender,
  options?: {
    idempotencyKey?: string | undefined;
    /** The request as received, if it is shorter than `emails`. It identifies the request for the Idempotency-Key. */
    asked?: unknown;
  },
) => Promise<{ results: BatchResult[]; replayed: boolean }>;

/** Throws the error that sending the batch would throw. Stores, renders and sends nothing. */
export type CheckBatch = (emails: BatchItem[], sender: Sender) => Promise<void>;

type Drafted = NewEmail | AppError;

/** Reading a batch blocks other requests for at most this long at a time. */
const MAX_STRETCH_MS = 20;

type DraftDeps = Pick<SendDeps, "acceptEmails" | "draftEmail">;

export function createCheckBatch(deps: DraftDeps): CheckBatch {
  return async function checkBatch(emails, sender) {
    refuseTooManyRecipients(emails);
    const drafted = await draftAll(emails, sender, deps);
    // A single email is sent by sendEmail, so it has that error.
    const [only] = drafted;
    if (drafted.length === 1 && only instanceof AppError) throw only;
    refuseIfAnyInvalid(drafted);
    refuseTooLargeRows(drafted.filter(isAccepted));
  };
}

/**
 * Sends many emails in one commit. `all_or_nothing`: an invalid email rejects the batch, with its index in `fields`. `per_item`: the
 * valid emails are accepted together, and each invalid one has an error of its own. Errors: those of sendEmail.
 */
export function createSendBatch({ acceptEmails, draftEmail, idempotent }: SendDeps): SendBatch {
  return async function sendBatch({ emails, mode }, sender, { idempotencyKey, asked = emails } = {}) {
    const content = { operation: "batch", mode, emails: asked };
    const { answer, replayed } = await idempotent.answer(
      { accountId: sender.accountId, key: idempotencyKey, content },
      (key) => sendAll(emails, mode, sender, key),
    );
    return { results: answer, replayed };
  };

  async function sendAll(
    items: BatchItem[],
    mode: "all_or_nothing" | "per_item",
    sender: Sender,
    key: IdempotencyKey | null,
  ): Promise<BatchResult[]> {
    refuseTooManyRecipients(items);
    const drafted = await draftAll(items, sender, { acceptEmails, draftEmail });
    if (mode === "all_or_nothing") refuseIfAnyInvalid(drafted);
    const results = drafted.map((item) => (item instanceof AppError ? refused(item) : keptAnswer(item)));
    const accepted = drafted.filter(isAccepted);
    refuseTooLargeRows(accepted);
    const idempotency = key && { ...key, answer: results };
    if (accepted.length > 0) await acceptEmails({ emails: accepted, sender, idempotency });
    return results;
  }
}

async function draftAll(items: BatchItem[], sender: Sender, deps: DraftDeps): Promise<Drafted[]> {
  const drafted: Drafted[] = [];
  const shared = new SharedParts();
  let since = performance.now();
  for (const item of items) {
    sender.signal?.throwIfAborted();
    drafted.push(await draft(item, sender, { ...deps, shared }));
    if (performance.now() - since < MAX_STRETCH_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return drafted;
}

async function draft(
  item: BatchItem,
  sender: Sender,
  { acceptEmails, draftEmail, shared }: DraftDeps & { shared: SharedParts },
): Promise<Drafted> {
  try {
    if ("unreadable" in item) throw refusal(item.unreadable);
    const email = await draftEmail(item, sender, shared);
    await acceptEmails.checkSender(email.from.address, sender);
    return email;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

function isAccepted(item: Drafted): item is NewEmail {
  return !(item instanceof AppError);
}

function refuseIfAnyInvalid(drafted: Drafted[]): void {
  const invalid = drafted.flatMap((item, index) =>
    item instanceof AppError ? [{ error: item, index }] : [],
  );
  const [first] = invalid;
  if (!first) return;
  const fields = invalid.flatMap(({ error, index }) => fieldsAt(error, index));
  throw new AppError(
    first.error.code,
    first.error.status,
    `emails[${first.index}] is invalid, so the batch was rejected: ${first.error.message}`,
    { fields },
  );
}

function fieldsAt({ fields, message }: AppError, index: number): FieldError[] {
  if (!fields?.length) return [{ path: `emails[${index}]`, message }];
  return fields.map((problem) => ({ ...problem, path: `emails[${index}].${problem.path}` }));
}

function refused({ code, message, fields }: AppError): BatchResult {
  return { refused: { code, message, ...(fields && { fields }) } };
}
