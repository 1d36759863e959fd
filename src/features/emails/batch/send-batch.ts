import { setImmediate } from "node:timers/promises";
import { AppError, type FieldError } from "../../../platform/errors/index.ts";
import { validationFailed } from "../errors.ts";
import { type IdempotencyKey, NothingStored } from "../idempotency/idempotent-requests.ts";
import type { NewEmail } from "../new-email.ts";
import type { BatchItem } from "../schema/batch-schema.ts";
import { draftEmail } from "../send/draft-email.ts";
import { keptResponse, type SendDeps, type SendOptions } from "../send/send-email.ts";
import { SharedParts } from "../send/shared-parts.ts";
import type { Sender } from "../sender.ts";
import { recipientsError, sizeError } from "./batch-limits.ts";

export type BatchResult =
  | { id: string; messageId: string }
  | { refused: { code: string; message: string; fields?: FieldError[] } };

type Batch = { emails: BatchItem[]; mode: "all_or_nothing" | "per_item" };
type BatchOptions = SendOptions & {
  /** The request as received, if it is shorter than `emails`. It identifies the request for the Idempotency-Key. */
  asked?: unknown;
  /** The Message-IDs of the other emails begin with the id of the first, so that events in SendGrid's format show which request it was. */
  namesFirst?: boolean;
};

type Drafted = NewEmail | AppError;

/** Reading a batch blocks other requests for at most this long at a time. */
const MAX_STRETCH_MS = 20;

/** Returns the error that sending the batch would return, or null. Stores, renders and sends nothing. */
export async function checkBatch(
  deps: SendDeps,
  emails: BatchItem[],
  sender: Sender,
): Promise<AppError | null> {
  const tooMany = recipientsError(emails);
  if (tooMany) return tooMany;
  const drafted = await draftAll(deps, emails, sender);
  // A single email is sent by sendEmail, so it has that error.
  const [only] = drafted;
  if (drafted.length === 1 && only instanceof AppError) return only;
  return invalidItemsError(drafted) ?? sizeError(drafted.filter(isAccepted));
}

/**
 * Sends many emails in one commit. `all_or_nothing`: an invalid email rejects the batch, with its index in `fields`. `per_item`: the
 * valid emails are accepted together, and each invalid one has an error of its own. Returns the errors of sendEmail.
 */
export async function sendBatch(
  deps: SendDeps,
  batch: Batch,
  sender: Sender,
  { idempotencyKey, asked = batch.emails, namesFirst = false }: BatchOptions = {},
): Promise<{ results: BatchResult[]; replayed: boolean } | AppError> {
  const content = { operation: "batch", mode: batch.mode, emails: asked };
  const outcome = await deps.idempotent.run(
    { accountId: sender.accountId, key: idempotencyKey, content },
    (key) => sendAll(deps, { ...batch, namesFirst }, sender, key),
  );
  if (outcome instanceof AppError) return outcome;
  return { results: outcome.response, replayed: outcome.replayed };
}

async function sendAll(
  deps: SendDeps,
  { emails: items, mode, namesFirst }: Batch & { namesFirst: boolean },
  sender: Sender,
  key: IdempotencyKey | null,
): Promise<BatchResult[] | NothingStored<BatchResult[]> | AppError | "key taken"> {
  const tooMany = recipientsError(items);
  if (tooMany) return tooMany;
  const drafted = await draftAll(deps, items, sender);
  const invalid = mode === "all_or_nothing" ? invalidItemsError(drafted) : null;
  if (invalid) return invalid;
  const emails = drafted.filter(isAccepted);
  if (namesFirst) nameFirst(emails);
  const results = drafted.map((item) => (item instanceof AppError ? refused(item) : keptResponse(item)));
  const tooLarge = sizeError(emails);
  if (tooLarge) return tooLarge;
  if (emails.length === 0) return new NothingStored(results);
  const idempotency = key && { ...key, response: results };
  const stored = await deps.pipeline.accept({ emails, sender, idempotency });
  return stored === "stored" ? results : stored;
}

async function draftAll(deps: SendDeps, items: BatchItem[], sender: Sender): Promise<Drafted[]> {
  const drafted: Drafted[] = [];
  const shared = new SharedParts();
  let since = performance.now();
  for (const item of items) {
    sender.signal?.throwIfAborted();
    drafted.push(await draftItem(deps, item, sender, shared));
    if (performance.now() - since < MAX_STRETCH_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return drafted;
}

async function draftItem(
  deps: SendDeps,
  item: BatchItem,
  sender: Sender,
  shared: SharedParts,
): Promise<Drafted> {
  if ("unreadable" in item) return validationFailed(item.unreadable);
  const email = await draftEmail(deps, item, sender, shared);
  if (email instanceof AppError) return email;
  return (await deps.pipeline.senderError(email.from.address, sender)) ?? email;
}

function nameFirst([first, ...others]: NewEmail[]): void {
  for (const email of others) email.messageId = `${first?.id}.${email.messageId}`;
}

function isAccepted(item: Drafted): item is NewEmail {
  return !(item instanceof AppError);
}

/** The error of an `all_or_nothing` batch with invalid emails; null if all are valid. */
function invalidItemsError(drafted: Drafted[]): AppError | null {
  const invalid = drafted.flatMap((item, index) =>
    item instanceof AppError ? [{ error: item, index }] : [],
  );
  const [first] = invalid;
  if (!first) return null;
  const fields = invalid.flatMap(({ error, index }) => fieldsAt(error, index));
  return new AppError(
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
