/** A change of a message: its octets from `start` to `end` give way to `bytes`. */
export type Edit = { start: number; end: number; bytes: Buffer };

/** The message after all edits, which do not overlap, with `before` in front of it. */
export function applyEdits(message: Buffer, edits: readonly Edit[], before: Buffer): Buffer {
  const pieces = [before];
  let done = 0;
  for (const { start, end, bytes } of [...edits].sort((one, other) => one.start - other.start)) {
    pieces.push(message.subarray(done, start), bytes);
    done = end;
  }
  pieces.push(message.subarray(done));
  return Buffer.concat(pieces);
}
