import { InvalidCsv } from "./invalid-csv.ts";

/** Enough bytes to detect an encoding by its byte order mark, or UTF-16 by the zero next to the first ASCII letter. */
const HEAD_BYTES = 4;

/**
 * Yields the text of a file in pieces, without its byte order mark. Without a `charset`, the file is read as UTF-16 if it
 * begins like UTF-16, otherwise as UTF-8. Throws InvalidCsv at the first bytes that are invalid in that encoding, because
 * guessing another one could store misspelt names.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  charset: string | null,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let line = 1;
  let end = "";
  for await (const piece of withWholeHead(bytes)) {
    decoder ??= decoderFor(charset ?? encodingOf(piece));
    const text = decode(decoder, { piece, line });
    line += countLines(end + text) - countLines(end);
    end = text.slice(-1);
    yield text;
  }
  if (decoder) yield decode(decoder, { line });
}

/** Decodes a piece. A call without a piece ends the text, and throws if the last character is incomplete. */
function decode(decoder: TextDecoder, { piece, line }: { piece?: Uint8Array; line: number }): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    const good = new TextDecoder(decoder.encoding).decode(withoutTail(piece ?? Buffer.alloc(0)));
    throw new InvalidCsv(
      line + countLines(good.split("\uFFFD", 1)[0] ?? ""),
      `this text is not in ${decoder.encoding.toUpperCase()}. Save the file as CSV UTF-8, or name its encoding, as in Content-Type: text/csv; charset=windows-1252.`,
    );
  }
}

/** Removes the rest of a character that began in the previous piece. */
function withoutTail(piece: Uint8Array): Uint8Array {
  const start = piece.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return start > 0 && start < 4 ? piece.subarray(start) : piece;
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head.length >= 2 && head[0] !== 0 && head[1] === 0) return "utf-16le";
  if (head.length >= 2 && head[0] === 0 && head[1] !== 0) return "utf-16be";
  return "utf-8";
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new InvalidCsv(1, `the encoding ${JSON.stringify(encoding.slice(0, 40))} is not supported.`);
  }
}

async function* withWholeHead(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head.length >= HEAD_BYTES) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEAD_BYTES) yield head;
    }
  }
  if (head.length > 0 && head.length < HEAD_BYTES) yield head;
}

function countLines(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
