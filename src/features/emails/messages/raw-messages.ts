import { errors } from "../../../platform/errors/index.ts";
import { JobGivenUp } from "../../../platform/threads/index.ts";
import { contentThreads } from "./content-threads.ts";
import { type ReadMessage, readRaw, type Unreadable } from "./read-raw.ts";
import { RecentMessages } from "./recent-messages.ts";

/** A message of 40 MB takes half a second on an idle machine. One that takes this long is hostile. */
const DEADLINE_MS = 3_000;
/** Any smaller message is parsed faster than it is sent to a thread. */
const MAX_INLINE_BYTES = 2_048;

const TOO_SLOW: Unreadable = { unreadable: "Its MIME structure is too complex to be shown." };
/** The page, preview and attachments of one message are usually requested together. */
const recent = new RecentMessages({ maxBytes: 16 * 1024 * 1024, maxEntries: 1_000 });

type RawMessage = { accountId: string; hash: string; raw: Buffer; signal?: AbortSignal | undefined };

/** Parses a message submitted by SMTP for display. `signal` aborts when the client disconnects. */
export async function showRaw(message: RawMessage): Promise<ReadMessage | Unreadable> {
  const cached = recent.get(message);
  if (cached) return cached;
  const result = await readInThread(message, null);
  const shown = "unreadable" in result ? result : result.message;
  recent.set(message, shown);
  return shown;
}

/** Returns an attachment of the message by its index, or null if there is none. */
export async function attachmentOfRaw(
  message: RawMessage,
  index: number,
): Promise<{ filename: string; bytes: Buffer } | Unreadable | null> {
  const cached = recent.get(message);
  if (cached && "unreadable" in cached) return cached;
  if (cached && index >= cached.attachments.length) return null;
  const result = await readInThread(message, index);
  if ("unreadable" in result) {
    recent.set(message, result);
    return result;
  }
  const attachment = result.message.attachments[index];
  if (!attachment || !result.bytes) return null;
  return { filename: attachment.filename, bytes: Buffer.from(result.bytes.buffer as ArrayBuffer) };
}

async function readInThread({ accountId, raw, signal }: RawMessage, attachment: number | null) {
  if (raw.length <= MAX_INLINE_BYTES) return await readRaw(raw, attachment);
  try {
    const options = { deadlineMs: DEADLINE_MS, owner: accountId, signal };
    return await contentThreads.run("readRaw", { raw, attachment }, options);
  } catch (error) {
    if (error instanceof JobGivenUp) return TOO_SLOW;
    if (signal?.aborted)
      throw errors.malformed_request("The client closed the connection before the message was read.");
    throw error;
  }
}
