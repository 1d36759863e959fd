/** A key set has one key per algorithm, under its own DNS names. One set is active, the other on standby for the next rotation. */
export type KeySet = 1 | 2;
export const KEY_SETS: readonly KeySet[] = [1, 2];

export function otherKeySet(keySet: KeySet): KeySet {
  return keySet === 1 ? 2 : 1;
}
