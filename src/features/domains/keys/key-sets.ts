/** Each has a key of each algorithm under names of its own: one signs, the other waits for the next rotation. */
export type KeySet = 1 | 2;
export const keySets: readonly KeySet[] = [1, 2];

export function otherKeySet(keySet: KeySet): KeySet {
  return keySet === 1 ? 2 : 1;
}
