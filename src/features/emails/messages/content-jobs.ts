/** The script of the threads that parse, build and check messages. */
import type { HtmlCheck } from "../../../mail/client-support/index.ts";
import { plainTextOf } from "../../../mail/html/index.ts";
import { buildMessage, type MessageInput } from "../../../mail/mime/index.ts";
import { serveJobs } from "../../../platform/threads/index.ts";
import { readRaw } from "./read-raw.ts";

const jobs = {
  readRaw: ({ raw, attachment }: { raw: Uint8Array; attachment: number | null }) => readRaw(raw, attachment),
  buildMessage: (input: MessageInput): Uint8Array => buildMessage(withBuffers(input)),
  plainTextOf: (html: string) => plainTextOf(html),
  checkHtml: async ({ html, families }: { html: string; families: string[] }): Promise<HtmlCheck> => {
    // Loaded with the first check: most threads only build messages.
    const { checkHtml } = await import("../../../mail/client-support/index.ts");
    return checkHtml(html, families);
  },
};
export type ContentJobs = typeof jobs;

serveJobs(jobs);

/** A structured clone of a Buffer is a Uint8Array. */
function withBuffers(input: MessageInput): MessageInput {
  const attachments = (input.attachments ?? []).map((attachment) => ({
    ...attachment,
    bytes: bufferOf(attachment.bytes),
  }));
  return { ...input, attachments };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
