import PostalMime from "postal-mime";

export type RawAttachment = {
  filename: string;
  contentType: string;
  contentId: string | null;
  sizeBytes: number;
};

/** What a reader sees of a message that came whole. */
export type ReadMessage = {
  html: string | null;
  text: string | null;
  headers: [name: string, value: string][];
  attachments: RawAttachment[];
};

/** Why a message is not shown, as a sentence. It goes out as it is all the same. */
export type Unreadable = { unreadable: string };

/** Deeper than any mail program nests, and shallow enough for the stack. */
const maxNestingDepth = 100;
const maxHeadersSize = 1_024 * 1_024;
/** A page lists them all. */
const maxAttachments = 1_000;

/**
 * Reads a message whole, and the bytes of one attachment if it is asked for. How long that takes is up to who wrote the message: use
 * `RawMessages`, which has it done in a thread.
 */
export async function readRaw(
  raw: Uint8Array,
  attachment: number | null = null,
): Promise<{ message: ReadMessage; bytes: Uint8Array | null } | Unreadable> {
  const read = await parse(raw);
  if ("unreadable" in read) return read;
  if (read.attachments.length > maxAttachments)
    return {
      unreadable: `It has ${read.attachments.length} attachments; at most ${maxAttachments} are shown.`,
    };
  const contents = read.attachments.map(({ content }) => new Uint8Array(content as ArrayBuffer));
  const message = {
    html: read.html ?? null,
    text: read.text ?? null,
    headers: read.headers.map(({ originalKey, value }): [string, string] => [originalKey, value]),
    attachments: read.attachments.map(({ filename, mimeType, contentId }, index) => ({
      filename: filename ?? "attachment",
      contentType: mimeType,
      contentId: contentId ?? null,
      sizeBytes: contents[index]?.length ?? 0,
    })),
  };
  return { message, bytes: attachment === null ? null : (contents[attachment] ?? null) };
}

async function parse(raw: Uint8Array) {
  try {
    return await PostalMime.parse(raw, {
      attachmentEncoding: "arraybuffer",
      maxNestingDepth,
      maxHeadersSize,
    });
  } catch (error) {
    return { unreadable: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : "";
  if (said.includes("nesting")) return `Its parts are nested more than ${maxNestingDepth} deep.`;
  if (said.includes("header size")) return "The headers of its parts are over 1 MB in all.";
  return "Its MIME structure cannot be read.";
}
