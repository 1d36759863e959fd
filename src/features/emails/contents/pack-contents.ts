import type { Content } from "./content.ts";
import type { KnownContents } from "./known-contents.ts";

/** A content of an email, and the UTC day (2026-11-21) on which it is needed. */
export type NeededContent = { accountId: string; content: Content; day: string };

/**
 * Returns the columns of the contents to store, without the known ones. All bytes are sent as one value, which the statement splits: an
 * array of values would be sent as hex, which is twice as large. The contents are sorted by name, so that two statements that store the
 * same ones never deadlock.
 */
export function packContents(needed: NeededContent[], known: KnownContents) {
  const fresh = withoutRepeats(needed.filter((content) => !known.has(nameOf(content))));
  let end = 1;
  const firsts = fresh.map(({ content }) => {
    const first = end;
    end += content.bytes.length;
    return first;
  });
  return {
    fresh,
    columns: [
      fresh.map(({ accountId }) => accountId),
      fresh.map(({ content }) => content.hash),
      firsts,
      fresh.map(({ content }) => content.bytes.length),
      fresh.map(({ day }) => day),
      Buffer.concat(fresh.map(({ content }) => content.bytes)),
    ] as const,
  };
}

export function nameOf({ accountId, content, day }: NeededContent) {
  return { accountId, hash: content.hash, day };
}

function withoutRepeats(needed: NeededContent[]): NeededContent[] {
  if (needed.length < 2) return needed;
  const byName = new Map<string, NeededContent>();
  for (const item of needed) {
    const name = item.accountId + item.content.hash;
    const existing = byName.get(name);
    if (!existing || existing.day < item.day) byName.set(name, item);
  }
  return [...byName.keys()].sort().map((name) => byName.get(name) as NeededContent);
}
