import type { AppError, FieldError } from "../../../platform/errors/index.ts";
import type { Download } from "../attachments/download-all.ts";
import { readAttachments } from "../attachments/read-attachments.ts";
import { contentOf } from "../contents/content.ts";
import { validationFailed } from "../errors.ts";
import type { NewAttachment, NewEmail } from "../new-email.ts";
import type { SendRequest } from "../schema/send-schema.ts";
import type { Sender } from "../sender.ts";
import { prepareEmail } from "./prepare-email.ts";
import { readSchedule } from "./read-schedule.ts";
import type { SharedParts } from "./shared-parts.ts";

export type DraftDeps = {
  /** The sender of an email without `from`. */
  defaultSenderOf: (accountId: string) => Promise<string>;
  /** Downloads attachments that have a URL. */
  download: Download;
  /** The clock of the workers, not of this machine, because schedules are relative to it and due by it. */
  timeNow: () => Promise<Date>;
};

/**
 * Turns a send request into an email, after its asynchronous parts: downloads of attachments, and times written in words. Returns
 * `validation_failed` for an invalid request. `shared` is set for an email that is one of many in a request.
 */
export async function draftEmail(
  deps: DraftDeps,
  request: SendRequest,
  sender: Sender,
  shared?: SharedParts,
): Promise<NewEmail | AppError> {
  const problems: FieldError[] = [];
  const resolved = {
    defaultFrom: request.from === undefined ? await deps.defaultSenderOf(sender.accountId) : "",
    attachments:
      request.attachments === undefined
        ? []
        : await attachmentsOf(deps, request.attachments, { sender, shared, problems }),
    scheduledAt:
      request.scheduled_at === undefined ? null : await scheduleOf(deps, request.scheduled_at, problems),
  };
  if (problems.length > 0) return validationFailed(problems);
  return prepareEmail(request, sender, shared ? { ...resolved, shared } : resolved);
}

async function scheduleOf(
  { timeNow }: DraftDeps,
  text: string,
  problems: FieldError[],
): Promise<Date | null> {
  const schedule = await readSchedule(text, await timeNow());
  if (schedule.ok) return schedule.at;
  problems.push({ path: "scheduled_at", message: schedule.reason });
  return null;
}

type ForAttachments = { sender: Sender; shared: SharedParts | undefined; problems: FieldError[] };

async function attachmentsOf(
  { download }: DraftDeps,
  inputs: NonNullable<SendRequest["attachments"]>,
  { sender: { hold }, shared, problems }: ForAttachments,
): Promise<NewAttachment[]> {
  const known = shared?.attachmentsOf(inputs);
  if (known) return known;
  const until = shared?.fetchUntil;
  const read = await readAttachments(inputs, { download, ...(hold && { hold }), ...(until && { until }) });
  if (!read.ok) {
    problems.push(...read.problems);
    return [];
  }
  const attachments = read.attachments.map(({ bytes, ...named }) => ({
    ...named,
    content: contentOf(bytes),
  }));
  shared?.keepAttachments(inputs, attachments);
  return attachments;
}
