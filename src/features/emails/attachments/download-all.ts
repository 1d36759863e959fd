import { cleanFilename, contentTypeOf, readContentType } from "../../../mail/mime/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import type { Fetched, FetchLimits } from "../../../platform/fetch/index.ts";
import type { ReadAttachment, ReadAttachments } from "./attachment.ts";
import type { Draft } from "./read-draft.ts";

/** `guardedFetch`, or a test's version of it with a local server. */
export type Download = (url: string, limits: FetchLimits) => Promise<Fetched>;

const MAX_DOWNLOAD_BYTES = 25 * 1024 * 1024;
/** The caller waits for all downloads. With longer limits the caller's own timeout would come first. */
const MAX_DOWNLOAD_MS = 10_000;
const MAX_TOGETHER_MS = 30_000;
const NOT_IN_TIME = {
  ok: false,
  reason: "was not downloaded: the files of a request took more than 30 seconds in total",
} as const;
/** With more parallel downloads, a request could be abused to flood another server. */
const CONCURRENCY = 4;

type DownloadOptions = {
  download: Download;
  mayKeep: (bytes: number) => boolean;
  /** In terms of `performance.now()`. */
  until: number | undefined;
};

/** Downloads the attachments that have a URL. After the first failure no further download starts. */
export async function downloadAll(
  drafts: Draft[],
  { download, mayKeep, until = performance.now() + MAX_TOGETHER_MS }: DownloadOptions,
): Promise<ReadAttachments> {
  const problems: FieldError[] = [];
  const attachments: ReadAttachment[] = [];
  const queue = drafts.entries();
  const work = async () => {
    for (const [index, draft] of queue) {
      if (problems.length > 0) return;
      const timeoutMs = Math.min(MAX_DOWNLOAD_MS, until - performance.now());
      const limits = { maxBytes: MAX_DOWNLOAD_BYTES, timeoutMs, mayKeep };
      const fetched =
        draft.url === null ? null : timeoutMs > 0 ? await download(draft.url, limits) : NOT_IN_TIME;
      if (fetched?.ok === false) problems.push({ path: `${draft.at}.path`, message: fetched.reason });
      else attachments[index] = finish(draft, fetched);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, attachments };
}

/** The caller's values take precedence over those derived from the file name, and these over the server's. */
function finish(draft: Draft, fetched: Extract<Fetched, { ok: true }> | null): ReadAttachment {
  const filename = draft.filename ?? nameOf(fetched?.filename ?? null);
  const contentType = draft.contentType ?? typeOf(filename, fetched?.contentType ?? null);
  const bytes = draft.bytes ?? fetched?.bytes ?? Buffer.alloc(0);
  return { filename, contentType, contentId: draft.contentId, bytes };
}

function nameOf(serverName: string | null): string {
  const cleaned = serverName === null ? null : cleanFilename(serverName);
  return cleaned?.ok ? cleaned.filename : "attachment";
}

function typeOf(filename: string, serverType: string | null): string {
  const byName = contentTypeOf(filename);
  const parsed = serverType === null || byName !== UNKNOWN_TYPE ? null : readContentType(serverType);
  return parsed?.ok ? parsed.contentType : byName;
}

/** RFC 2046 §4.5.1: the type of a file of unknown type. */
const UNKNOWN_TYPE = "application/octet-stream";
