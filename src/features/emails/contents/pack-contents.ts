import type { Content } from "./content.ts";
import type { KnownContents } from "./known-contents.ts";

/** A content that an email holds, and the UTC day (2026-11-21) on which it is needed. */
export type NeededContent = { accountId: string; content: Content; day: string };

/**
 * The columns of contents to store, without those that are known. Their bytes travel as one value, cut apart by the database: an
 * array of them would be written as hex, twice as large. In the order of their names, so that two statements that store the same
 * ones wait for each other and never both.
 */
export function packContents(needed: NeededContent[], known: KnownContents) {
  const fresh = withoutRepeats(needed.filter((one) => !known.has(nameOf(one))));
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
  for (const one of needed) {
    const name = one.accountId + one.content.hash;
    const before = byName.get(name);
    if (!before || before.day < one.day) byName.set(name, one);
  }
  return [...byName.keys()].sort().map((name) => byName.get(name) as NeededContent);
}
