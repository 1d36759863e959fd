import { type FieldError, overloaded } from "../../../platform/errors/index.ts";
import type { GivenAttachment } from "../accept/send-schema.ts";
import type { ReadAttachments } from "./attachment.ts";
import { type Download, downloadAll } from "./download-all.ts";
import { type Draft, readDraft } from "./read-draft.ts";

type Options = {
  download: Download;
  /** Whether the process has room for so many bytes more that are fetched. */
  hold?: (bytes: number) => boolean;
  /** Until when files are fetched, of `performance.now()`. Absent: half a minute from now. */
  until?: number;
};

const maxAttachments = 100;
/** Base64 makes four bytes of three, and a message has 40 MB at most (contract.md). */
const maxTogetherBytes = 30 * 1024 * 1024;
const tooLarge = "are together over 30 MB before their encoding";

/**
 * The files of a request with their bytes, or the problems of its fields. Nothing is fetched for a request that has a problem. Throws
 * `overloaded` when the process has no room for what is fetched.
 */
export async function readAttachments(
  given: readonly GivenAttachment[],
  { download, hold = () => true, until }: Options,
): Promise<ReadAttachments> {
  if (given.length > maxAttachments) return refuse(`must have at most ${maxAttachments} entries`);
  const problems: FieldError[] = [];
  const drafts = given.map((one, index) => readDraft(one, `attachments[${index}]`, problems));
  problems.push(...errorsInRepeats(drafts));
  if (problems.length > 0) return { ok: false, problems };
  let left = drafts.reduce((room, { bytes }) => room - (bytes?.length ?? 0), maxTogetherBytes);
  let isOverloaded = false;
  const mayKeep = (bytes: number) => {
    left -= bytes;
    isOverloaded ||= left >= 0 && !hold(bytes);
    return left >= 0 && !isOverloaded;
  };
  const read = left < 0 ? null : await downloadAll(drafts, { download, mayKeep, until });
  if (isOverloaded) throw overloaded();
  return left < 0 || read === null ? refuse(tooLarge) : read;
}

/** RFC 2392 §2: a content id names one part; of two the reader shows either. */
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
