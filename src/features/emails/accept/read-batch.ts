import { AppError } from "../../../platform/errors/index.ts";
import { validatorFor } from "../../../platform/http/index.ts";
import type { BatchItem } from "./batch-item.ts";
import { type BatchRequest, batchFrame } from "./batch-schema.ts";
import { sendRequest } from "./send-schema.ts";

const route = { httpPart: "body", method: "POST", url: "/emails/batch" };
const checkEmail = validatorFor({ schema: sendRequest, ...route });
/** Validation lists only so many problems: those of many emails would hide that there are too many of them. */
const checkFrame = validatorFor({ schema: batchFrame, ...route });

/**
 * A batch as it was given. In the mode `per_item` an email that cannot be read is refused for itself; every other problem refuses
 * the batch: throws what validation found.
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
