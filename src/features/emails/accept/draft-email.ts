import type { FieldError } from "../../../platform/errors/index.ts";
import type { Download } from "../attachments/download-all.ts";
import { readAttachments } from "../attachments/read-attachments.ts";
import { contentOf } from "../contents/content.ts";
import type { NewAttachment, NewEmail } from "./new-email.ts";
import { prepareEmail, refusal } from "./prepare-email.ts";
import { readSchedule } from "./read-schedule.ts";
import type { SendRequest } from "./send-schema.ts";
import type { Sender } from "./sender.ts";
import type { SharedParts } from "./shared-parts.ts";

/** `shared`: for one of many emails of a request. */
export type DraftEmail = (request: SendRequest, sender: Sender, shared?: SharedParts) => Promise<NewEmail>;

export type DraftEmailOptions = {
  /** The sender of an email that names none. */
  defaultSenderOf: (accountId: string) => Promise<string>;
  /** For attachments that are given by address. */
  download: Download;
  /** What schedules are read from, and due by: the clock that workers go by, not this machine's. */
  timeNow: () => Promise<Date>;
};

/** What a send request means, with what it has to wait for: attachments that are fetched, times that are read from words. */
export function createDraftEmail({ defaultSenderOf, download, timeNow }: DraftEmailOptions): DraftEmail {
  return async function draftEmail(request, sender, shared) {
    const problems: FieldError[] = [];
    const given = {
      defaultFrom: request.from === undefined ? await defaultSenderOf(sender.accountId) : "",
      attachments:
        request.attachments === undefined
          ? []
          : await attachmentsOf(request.attachments, { sender, shared, problems }),
      scheduledAt:
        request.scheduled_at === undefined ? null : await scheduleOf(request.scheduled_at, problems),
    };
    if (problems.length > 0) throw refusal(problems);
    return prepareEmail(request, sender, shared ? { ...given, shared } : given);
  };

  async function scheduleOf(text: string, problems: FieldError[]): Promise<Date | null> {
    const read = await readSchedule(text, await timeNow());
    if (read.ok) return read.at;
    problems.push({ path: "scheduled_at", message: read.reason });
    return null;
  }

  async function attachmentsOf(
    given: NonNullable<SendRequest["attachments"]>,
    { sender: { hold }, shared, problems }: ForAttachments,
  ): Promise<NewAttachment[]> {
    const before = shared?.attachmentsOf(given);
    if (before) return before;
    const until = shared?.fetchUntil;
    const read = await readAttachments(given, { download, ...(hold && { hold }), ...(until && { until }) });
    if (!read.ok) {
      problems.push(...read.problems);
      return [];
    }
    const attachments = read.attachments.map(({ bytes, ...named }) => ({
      ...named,
      content: contentOf(bytes),
    }));
    shared?.keepAttachments(given, attachments);
    return attachments;
  }
}

type ForAttachments = { sender: Sender; shared: SharedParts | undefined; problems: FieldError[] };
