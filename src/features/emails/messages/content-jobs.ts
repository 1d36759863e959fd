/** The script of the threads that parse and build messages. */
import { buildMessage, type MessageInput } from "../../../mail/mime/index.ts";
import { serveJobs } from "../../../platform/threads/index.ts";
import { readRaw } from "./read-raw.ts";

const jobs = {
  readRaw: ({ raw, attachment }: { raw: Uint8Array; attachment: number | null }) => readRaw(raw, attachment),
  buildMessage: (input: MessageInput): Uint8Array => buildMessage(withBuffers(input)),
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
