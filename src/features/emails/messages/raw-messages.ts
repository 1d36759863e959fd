import { errors } from "../../../platform/errors/index.ts";
import { JobGivenUp } from "../../../platform/threads/index.ts";
import { contentThreads } from "./content-threads.ts";
import { type ReadMessage, readRaw, type Unreadable } from "./read-raw.ts";
import { RecentMessages } from "./recent-messages.ts";

/** A message of 40 MB takes half a second on an idle machine. What takes this long was made to. */
const deadlineMs = 3_000;
/** Smaller ones take less time than the way to a thread, whatever is in them. */
const maxInlineBytes = 2_048;

const tooSlow: Unreadable = { unreadable: "It takes too long to read: its MIME structure is too complex." };
/** Views of the same message come together: its page, its preview, its attachments. */
const recent = new RecentMessages({ maxBytes: 16 * 1024 * 1024, maxEntries: 1_000 });

type RawMessage = { accountId: string; hash: string; raw: Buffer; signal?: AbortSignal | undefined };

/** What a reader sees of a message that came whole. `signal`: nobody waits for it any more. */
export async function showRaw(message: RawMessage): Promise<ReadMessage | Unreadable> {
  const before = recent.get(message);
  if (before) return before;
  const read = await readInThread(message, null);
  const shown = "unreadable" in read ? read : read.message;
  recent.set(message, shown);
  return shown;
}

/** One attachment of it, by its place; null: there is none. */
export async function attachmentOfRaw(
  message: RawMessage,
  index: number,
): Promise<{ filename: string; bytes: Buffer } | Unreadable | null> {
  const before = recent.get(message);
  if (before && "unreadable" in before) return before;
  if (before && index >= before.attachments.length) return null;
  const read = await readInThread(message, index);
  if ("unreadable" in read) {
    recent.set(message, read);
    return read;
  }
  const attachment = read.message.attachments[index];
  if (!attachment || !read.bytes) return null;
  return { filename: attachment.filename, bytes: Buffer.from(read.bytes.buffer as ArrayBuffer) };
}

async function readInThread({ accountId, raw, signal }: RawMessage, attachment: number | null) {
  if (raw.length <= maxInlineBytes) return await readRaw(raw, attachment);
  try {
    const options = { deadlineMs, owner: accountId, signal };
    return await contentThreads.run("readRaw", { raw, attachment }, options);
  } catch (error) {
    if (error instanceof JobGivenUp) return tooSlow;
    if (signal?.aborted)
      throw errors.malformed_request("The client closed the connection before the message was read.");
    throw error;
  }
}
