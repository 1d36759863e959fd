/**
 * How often workers crashed while they held a recipient. The column `losses` holds two counters: its tens are crashes with this email
 * alone in the worker, its units crashes among other mail. Only this file knows that.
 *
 * A recipient with two crashes is quarantined: its email is claimed while the worker holds nothing else. A claim out of quarantine
 * counts a crash in advance. Settling the attempt resets both counters, and giving the recipient back takes the advance away, so what
 * stays counted is a worker that died with this email alone. Three such crashes make the email poison (decision 19).
 */

/** A crash with nothing else in the worker. */
const LONE_CRASH = 10;
/** With fewer, two kills in quick succession would quarantine mail that had no part in them. */
const CRASHES_UNTIL_QUARANTINE = 2;
/** With fewer, kills in quick succession would park unrelated mail (decision 19). */
const LONE_CRASHES_OF_POISON = 3;

export const CRASHES_RESET = "losses = 0";

/** Crashes of a row, with the one that an expired lease proves: the row is due and still in `sending`. */
const crashesOf = (row: string) => `${row}.losses + (${row}.state = 'sending')::integer`;

/** The column's new value when a claim takes the row among others. */
export const crashesWhenClaimed = (row: string) => crashesOf(row);

/** The column's new value when the row is claimed out of quarantine: one lone crash more, in advance, and no others. */
export const crashesWhenClaimedAlone = (row: string) => `(${row}.losses / ${LONE_CRASH} + 1) * ${LONE_CRASH}`;

/** `NOT isQuarantined` would not be in the words of the index, so both conditions are written out. */
export const isQuarantined = (row: string) => `${crashesOf(row)} >= ${CRASHES_UNTIL_QUARANTINE}`;
export const isNotQuarantined = (row: string) => `${crashesOf(row)} < ${CRASHES_UNTIL_QUARANTINE}`;

export const isPoison = (row: string) => `${row}.losses >= ${LONE_CRASHES_OF_POISON * LONE_CRASH}`;

export const hasCrashes = (row: string) => `${row}.losses > 0`;
export const hasNoCrashes = "losses = 0";

/** The column's new value when an attempt is settled: another crash if its worker died and the recipient stays open, else none. */
export const crashesWhenSettled = (row: string, crashedAndOpen: string) =>
  `CASE WHEN ${crashedAndOpen} THEN ${row}.losses + 1 ELSE 0 END`;

/**
 * When a claimed row is given back: `isQuarantined` is whether it was claimed alone, or has crashed twice otherwise. `next` counts the
 * claim's crash, if it was one, and takes away what a claim out of quarantine counted in advance.
 */
export function crashesWhenReleased(row: string, crashed: string) {
  const next = `CASE WHEN ${crashed} THEN ${row}.losses + 1 WHEN ${row}.losses >= ${2 * LONE_CRASH} THEN ${row}.losses - ${LONE_CRASH}
    ELSE least(${row}.losses, ${CRASHES_UNTIL_QUARANTINE}) END`;
  return {
    wasQuarantined: `${row}.losses >= ${CRASHES_UNTIL_QUARANTINE}`,
    isReady: `${next} < ${CRASHES_UNTIL_QUARANTINE}`,
    /** A row that returns to `sending` still shows its expired lease, so that crash is not counted twice. */
    value: (previousState: string) => `${next} - (${previousState} = 'sending')::integer`,
  };
}
