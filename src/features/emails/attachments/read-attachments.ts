import { type FieldError, overloaded } from "../../../platform/errors/index.ts";
import type { AttachmentInput } from "../schema/send-schema.ts";
import type { ReadAttachments } from "./attachment.ts";
import { type Download, downloadAll } from "./download-all.ts";
import { type Draft, readDraft } from "./read-draft.ts";

type Options = {
  download: Download;
  /** Reserves memory for downloaded bytes. Returns false if the process has no room. */
  hold?: (bytes: number) => boolean;
  /** Deadline of the downloads in terms of `performance.now()`. Default: 30 seconds from now. */
  until?: number;
};

const MAX_ATTACHMENTS = 100;
/** Base64 turns three bytes into four, and a message has at most 40 MB. */
const MAX_TOGETHER_BYTES = 30 * 1024 * 1024;
const TOO_LARGE = "exceed 30 MB in total before encoding";

/**
 * Returns the files of a request with their bytes, or the problems of its fields. A request with a problem downloads nothing. Throws
 * `overloaded` when the process has no memory for the downloads.
 */
export async function readAttachments(
  inputs: readonly AttachmentInput[],
  { download, hold = () => true, until }: Options,
): Promise<ReadAttachments> {
  if (inputs.length > MAX_ATTACHMENTS) return refuse(`must have at most ${MAX_ATTACHMENTS} entries`);
  const problems: FieldError[] = [];
  const drafts = inputs.map((input, index) => readDraft(input, `attachments[${index}]`, problems));
  problems.push(...errorsInRepeats(drafts));
  if (problems.length > 0) return { ok: false, problems };
  let left = drafts.reduce((room, { bytes }) => room - (bytes?.length ?? 0), MAX_TOGETHER_BYTES);
  let isOverloaded = false;
  const mayKeep = (bytes: number) => {
    left -= bytes;
    isOverloaded ||= left >= 0 && !hold(bytes);
    return left >= 0 && !isOverloaded;
  };
  const result = left < 0 ? null : await downloadAll(drafts, { download, mayKeep, until });
  if (isOverloaded) throw overloaded();
  return left < 0 || result === null ? refuse(TOO_LARGE) : result;
}

/** RFC 2392 §2: a content id names one part. With two, a mail client may show either. */
function errorsInRepeats(drafts: Draft[]): FieldError[] {
  const seen = new Set<string>();
  return drafts.flatMap(({ at, contentId }) => {
    if (contentId === null || !seen.has(contentId)) {
      if (contentId !== null) seen.add(contentId);
      return [];
    }
    return [{ path: `${at}.content_id`, message: "is the content id of another attachment" }];
  });
}

function refuse(message: string): ReadAttachments {
  return { ok: false, problems: [{ path: "attachments", message }] };
}
