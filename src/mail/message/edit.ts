/** A change to a message: `bytes` replace the octets from `start` to `end`. */
export type Edit = { start: number; end: number; bytes: Buffer };

/** Applies edits, which must not overlap, and prepends `before`. */
export function applyEdits(message: Buffer, edits: readonly Edit[], before: Buffer): Buffer {
  const pieces = [before];
  let done = 0;
  for (const { start, end, bytes } of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(message.subarray(done, start), bytes);
    done = end;
  }
  pieces.push(message.subarray(done));
  return Buffer.concat(pieces);
}
