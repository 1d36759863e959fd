import PostalMime from "postal-mime";

type RawAttachment = {
  filename: string;
  contentType: string;
  contentId: string | null;
  sizeBytes: number;
};

/** The displayed parts of a message submitted by SMTP. */
export type ReadMessage = {
  html: string | null;
  text: string | null;
  headers: [name: string, value: string][];
  attachments: RawAttachment[];
};

/** The reason why a message is not shown, as a sentence. It is sent unchanged nevertheless. */
export type Unreadable = { unreadable: string };

/** Deeper than any mail program nests, and shallow enough for the stack. */
const MAX_NESTING_DEPTH = 100;
const MAX_HEADERS_SIZE = 1_024 * 1_024;
/** A page lists all attachments. */
const MAX_ATTACHMENTS = 1_000;

/**
 * Parses a complete message, and returns the bytes of one attachment if requested. The author of the message controls how long that
 * takes: use raw-messages.ts, which parses in a thread.
 */
export async function readRaw(
  raw: Uint8Array,
  attachment: number | null = null,
): Promise<{ message: ReadMessage; bytes: Uint8Array | null } | Unreadable> {
  const parsed = await parse(raw);
  if ("unreadable" in parsed) return parsed;
  if (parsed.attachments.length > MAX_ATTACHMENTS)
    return {
      unreadable: `It has ${parsed.attachments.length} attachments; at most ${MAX_ATTACHMENTS} are shown.`,
    };
  const contents = parsed.attachments.map(({ content }) => new Uint8Array(content as ArrayBuffer));
  const message = {
    html: parsed.html ?? null,
    text: parsed.text ?? null,
    headers: parsed.headers.map(({ originalKey, value }): [string, string] => [originalKey, value]),
    attachments: parsed.attachments.map(({ filename, mimeType, contentId }, index) => ({
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
      maxNestingDepth: MAX_NESTING_DEPTH,
      maxHeadersSize: MAX_HEADERS_SIZE,
    });
  } catch (error) {
    return { unreadable: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("nesting")) return `Its parts are nested more than ${MAX_NESTING_DEPTH} levels deep.`;
  if (message.includes("header size")) return "The headers of its parts exceed 1 MB in total.";
  return "Its MIME structure is invalid.";
}
