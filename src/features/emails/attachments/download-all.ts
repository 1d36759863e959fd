import { cleanFilename, contentTypeOf, readContentType } from "../../../mail/mime/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import type { Fetched, FetchLimits } from "../../../platform/fetch/index.ts";
import type { ReadAttachment, ReadAttachments } from "./attachment.ts";
import type { Draft } from "./read-draft.ts";

/** `guardedFetch`, or it with what a test takes for the outside. */
export type Download = (url: string, limits: FetchLimits) => Promise<Fetched>;

const maxDownloadBytes = 25 * 1024 * 1024;
/** The caller waits for all of them: longer, and his own time limit comes first. */
const maxDownloadMs = 10_000;
const maxTogetherMs = 30_000;
const notInTime = {
  ok: false,
  reason: "was not fetched: the files of a request have half a minute together",
} as const;
/** More would make us a tool to knock at somebody's door a hundred times at once. */
const CONCURRENCY = 4;

type DownloadOptions = {
  download: Download;
  mayKeep: (bytes: number) => boolean;
  /** Of `performance.now()`. */
  until: number | undefined;
};

/** Gets what is still to be fetched. The first failure leaves out what has not begun. */
export async function downloadAll(
  drafts: Draft[],
  { download, mayKeep, until = performance.now() + maxTogetherMs }: DownloadOptions,
): Promise<ReadAttachments> {
  const problems: FieldError[] = [];
  const attachments: ReadAttachment[] = [];
  const queue = drafts.entries();
  const work = async () => {
    for (const [index, draft] of queue) {
      if (problems.length > 0) return;
      const timeoutMs = Math.min(maxDownloadMs, until - performance.now());
      const limits = { maxBytes: maxDownloadBytes, timeoutMs, mayKeep };
      const fetched =
        draft.url === null ? null : timeoutMs > 0 ? await download(draft.url, limits) : notInTime;
      if (fetched?.ok === false) problems.push({ path: `${draft.at}.path`, message: fetched.reason });
      else attachments[index] = finish(draft, fetched);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, attachments };
}

/** What the caller says of a file goes before what its name says, and that before what a server says. */
function finish(draft: Draft, fetched: Extract<Fetched, { ok: true }> | null): ReadAttachment {
  const filename = draft.filename ?? nameOf(fetched?.filename ?? null);
  const contentType = draft.contentType ?? typeOf(filename, fetched?.contentType ?? null);
  const bytes = draft.bytes ?? fetched?.bytes ?? Buffer.alloc(0);
  return { filename, contentType, contentId: draft.contentId, bytes };
}

function nameOf(told: string | null): string {
  const cleaned = told === null ? null : cleanFilename(told);
  return cleaned?.ok ? cleaned.filename : "attachment";
}

function typeOf(filename: string, told: string | null): string {
  const byName = contentTypeOf(filename);
  const read = told === null || byName !== unknownType ? null : readContentType(told);
  return read?.ok ? read.contentType : byName;
}

/** RFC 2046 §4.5.1: what a file is of which no more is known. */
const unknownType = "application/octet-stream";
