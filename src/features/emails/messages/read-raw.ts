import PostalMime from "postal-mime";

/** What a reader sees of a message that came whole. */
export type ReadMessage = {
  html: string | null;
  text: string | null;
  headers: [name: string, value: string][];
  attachments: { filename: string; contentType: string; contentId: string | null; bytes: Buffer }[];
};

/** Deeper than any mail program nests, and shallow enough for the stack. */
const limits = { maxNestingDepth: 100, maxHeadersSize: 1_024 * 1_024 };

export async function readRaw(raw: Buffer): Promise<ReadMessage> {
  const read = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer", ...limits });
  return {
    html: read.html ?? null,
    text: read.text ?? null,
    headers: read.headers.map(({ originalKey, value }) => [originalKey, value]),
    attachments: read.attachments.map(({ filename, mimeType, contentId, content }) => ({
      filename: filename ?? "attachment",
      contentType: mimeType,
      contentId: contentId ?? null,
      bytes: Buffer.from(content as ArrayBuffer),
    })),
  };
}
