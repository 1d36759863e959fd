/** Each has a key of each algorithm under names of its own: one signs, the other waits for the next rotation. */
export type Slot = 1 | 2;
export const slots: readonly Slot[] = [1, 2];

export function otherSlot(slot: Slot): Slot {
  return slot === 1 ? 2 : 1;
}
