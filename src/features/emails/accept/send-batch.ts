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
    /** What came, where it says in less than `emails` what was asked for. */
    asked?: unknown;
  },
) => Promise<{ results: BatchResult[]; replayed: boolean }>;

/** Whether a batch would be accepted: throws what sending it would throw. Stores, renders and sends nothing. */
export type CheckBatch = (emails: BatchItem[], sender: Sender) => Promise<void>;

type Drafted = NewEmail | AppError;

/** Other callers wait for so long at most while a batch is read. */
const maxStretchMs = 20;

type DraftDeps = Pick<SendDeps, "acceptEmails" | "draftEmail">;

export function createCheckBatch(deps: DraftDeps): CheckBatch {
  return async function checkBatch(emails, sender) {
    refuseTooManyRecipients(emails);
    const drafted = await draftAll(emails, sender, deps);
    // One alone is sent by itself, and refused in its own words.
    const [only] = drafted;
    if (drafted.length === 1 && only instanceof AppError) throw only;
    refuseIfAnyInvalid(drafted);
    refuseTooLargeRows(drafted.filter(isAccepted));
  };
}

/**
 * Sends many emails with one commit. `all_or_nothing`: a problem in one refuses all, with its place in `fields`. `per_item`: what
 * is right is accepted, together, and each other one is refused for itself. Errors: those of sendEmail.
 */
export function createSendBatch({ acceptEmails, draftEmail, idempotent }: SendDeps): SendBatch {
  return async function sendBatch({ emails, mode }, sender, { idempotencyKey, asked = emails } = {}) {
    const content = { operation: "batch", mode, emails: asked };
    const { answer, replayed } = await idempotent.answer(
      { accountId: sender.accountId, key: idempotencyKey, content },
      (key) => carryOut(emails, mode, sender, key),
    );
    return { results: answer, replayed };
  };

  async function carryOut(
    items: BatchItem[],
    mode: "all_or_nothing" | "per_item",
    sender: Sender,
    key: IdempotencyKey | null,
  ): Promise<BatchResult[]> {
    refuseTooManyRecipients(items);
    const drafted = await draftAll(items, sender, { acceptEmails, draftEmail });
    if (mode === "all_or_nothing") refuseIfAnyInvalid(drafted);
    const results = drafted.map((one) => (one instanceof AppError ? refused(one) : keptAnswer(one)));
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
    if (performance.now() - since < maxStretchMs) continue;
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

function isAccepted(one: Drafted): one is NewEmail {
  return !(one instanceof AppError);
}

function refuseIfAnyInvalid(drafted: Drafted[]): void {
  const invalid = drafted.flatMap((one, index) => (one instanceof AppError ? [{ error: one, index }] : []));
  const [first] = invalid;
  if (!first) return;
  const fields = invalid.flatMap(({ error, index }) => fieldsAt(error, index));
  throw new AppError(
    first.error.code,
    first.error.status,
    `emails[${first.index}] is refused, and so is the batch: ${first.error.message}`,
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
