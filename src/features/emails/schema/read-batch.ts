import { AppError } from "../../../platform/errors/index.ts";
import { validatorFor } from "../../../platform/http/index.ts";
import { type BatchItem, type BatchRequest, batchFrame } from "./batch-schema.ts";
import { sendRequest } from "./send-schema.ts";

const route = { httpPart: "body", method: "POST", url: "/emails/batch" };
const checkEmail = validatorFor({ schema: sendRequest, ...route });
/** Validation reports a limited number of problems. Those of many emails could hide the problem that there are too many emails. */
const checkFrame = validatorFor({ schema: batchFrame, ...route });

/**
 * Reads a batch from a validated body. In the mode `per_item`, an invalid email becomes an item of its own. Any other problem rejects
 * the batch and is thrown.
 */
export function readBatch(
  body: BatchRequest,
  problem: Error | null,
): { emails: BatchItem[]; mode: "all_or_nothing" | "per_item" } {
  if (problem) {
    const frame = checkFrame(body);
    if ("error" in frame) throw frame.error;
    if (body.mode !== "per_item") throw problem;
    return { mode: "per_item", emails: body.emails.map(readItem) };
  }
  return { emails: body.emails, mode: body.mode ?? "all_or_nothing" };
}

function readItem(email: unknown): BatchItem {
  const verdict = checkEmail(email);
  if (!("error" in verdict)) return email as BatchItem;
  return { unreadable: verdict.error instanceof AppError ? (verdict.error.fields ?? []) : [] };
}
