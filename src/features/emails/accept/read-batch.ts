import { AppError } from "../../../platform/errors/index.ts";
import { validatorFor } from "../../../platform/http/index.ts";
import type { BatchItem } from "./send-batch.ts";
import { type BatchRequest, sendRequest } from "./send-schema.ts";

const checkEmail = validatorFor({
  schema: sendRequest,
  httpPart: "body",
  method: "POST",
  url: "/emails/batch",
});

/**
 * A batch as it was given. In the mode `per_item` an email that cannot be read is refused for itself; every other fault refuses
 * the batch: throws what validation found.
 */
export function readBatch(
  body: BatchRequest,
  fault: Error | null,
): { emails: BatchItem[]; mode: "all_or_nothing" | "per_item" } {
  const { mode = "all_or_nothing" } = body ?? {};
  if (!fault) return { emails: body.emails, mode };
  if (mode !== "per_item" || !isAboutEmailsAlone(fault)) throw fault;
  return { mode, emails: body.emails.map(readItem) };
}

function readItem(email: unknown): BatchItem {
  const verdict = checkEmail(email);
  if (!("error" in verdict)) return email as BatchItem;
  return { unreadable: verdict.error instanceof AppError ? (verdict.error.fields ?? []) : [] };
}

function isAboutEmailsAlone(fault: Error): boolean {
  return fault instanceof AppError && (fault.fields ?? []).every(({ path }) => /^emails\[\d+\]/.test(path));
}
