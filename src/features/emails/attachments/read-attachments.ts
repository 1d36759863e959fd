import type { FieldFault } from "../../../platform/errors/index.ts";
import type { GivenAttachment } from "../accept/send-schema.ts";
import { type Download, downloadAll } from "./download-all.ts";
import { type Draft, readDraft } from "./read-draft.ts";

export type ReadAttachment = {
  filename: string;
  contentType: string;
  contentId: string | null;
  bytes: Buffer;
};
export type ReadAttachments =
  | { ok: true; attachments: ReadAttachment[] }
  | { ok: false; faults: FieldFault[] };

type Options = {
  download: Download;
  /** What the message may still take for them, in bytes as they travel. */
  room?: number;
};

const maxAttachments = 100;
/** The largest message, headers and all: 40 MB (contract.md). */
const maxMessageBytes = 40 * 1024 * 1024;

/** The files of a request with their bytes, or the faults of its fields. Nothing is fetched for a request that has a fault. */
export async function readAttachments(
  given: readonly GivenAttachment[],
  { download, room = maxMessageBytes }: Options,
): Promise<ReadAttachments> {
  if (given.length > maxAttachments) return refuse(`must have at most ${maxAttachments} entries`);
  const faults: FieldFault[] = [];
  const drafts = given.map((one, index) => readDraft(one, `attachments[${index}]`, faults));
  faults.push(...faultsOfRepeats(drafts));
  if (faults.length > 0) return { ok: false, faults };
  const inline = drafts.reduce((sum, { bytes }) => sum + encodedLength(bytes?.length ?? 0), 0);
  if (inline > room) return refuse(tooLarge);
  const downloaded = await downloadAll(drafts, { download, room: decodedLength(room - inline) });
  if (!downloaded.ok) return downloaded;
  const total = downloaded.attachments.reduce((sum, { bytes }) => sum + encodedLength(bytes.length), 0);
  return total > room ? refuse(tooLarge) : downloaded;
}

const tooLarge = `are together more than a message holds, which is ${maxMessageBytes / 1024 / 1024} MB in base64`;

/** RFC 2392 §2: a content id names one part; of two the reader shows either. */
function faultsOfRepeats(drafts: Draft[]): FieldFault[] {
  const seen = new Set<string>();
  return drafts.flatMap(({ at, contentId }) => {
    if (contentId === null || !seen.has(contentId)) {
      if (contentId !== null) seen.add(contentId);
      return [];
    }
    return [{ path: `${at}.content_id`, message: "is the content id of another attachment" }];
  });
}

/** RFC 2045 §6.8: 57 octets become a line of 76 characters and its CRLF. */
function encodedLength(bytes: number): number {
  return Math.ceil(bytes / 57) * 78;
}

function decodedLength(encoded: number): number {
  return Math.max(0, Math.floor(encoded / 78) * 57);
}

function refuse(message: string): ReadAttachments {
  return { ok: false, faults: [{ path: "attachments", message }] };
}
