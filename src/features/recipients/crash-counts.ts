/**
 * Counts how often workers crashed while they held a recipient: `crash_count` among other mail, `lone_crash_count` while the worker held
 * only this email.
 *
 * A recipient with two crashes among other mail is quarantined: its email is claimed while the worker holds no other mail. A claim from
 * quarantine counts a lone crash in advance. Settling the attempt resets both counts, and returning the recipient takes the advance away.
 * So the only lone crashes that stay are of workers that died with this email alone. Three of them make the email poison (decision 19).
 */

/** With fewer, two kills in quick succession would quarantine mail that did not cause them. */
const CRASHES_UNTIL_QUARANTINE = 2;
/** With fewer, kills in quick succession would park unrelated mail as poison (decision 19). */
const LONE_CRASHES_OF_POISON = 3;

/** The columns, for a CTE that picks rows to claim. */
export const crashColumns = (row: string) => `${row}.crash_count, ${row}.lone_crash_count`;

/** Crashes of a row, including the one that an expired lease proves: the row is due and still `sending`. */
const crashesOf = (row: string) => `${row}.crash_count + (${row}.state = 'sending')::integer`;

export const isQuarantined = (row: string) => `${crashesOf(row)} >= ${CRASHES_UNTIL_QUARANTINE}`;
export const isNotQuarantined = (row: string) => `${crashesOf(row)} < ${CRASHES_UNTIL_QUARANTINE}`;
export const isPoison = (row: string) => `${row}.lone_crash_count >= ${LONE_CRASHES_OF_POISON}`;

/** Repeats the condition of the index `recipients_crashed`, so that the planner uses it. */
export const hasCrashes = (row: string) => `${row}.crash_count > 0`;
export const HAS_NO_CRASHES = "(crash_count = 0)";

/** The following are assignments for `SET`. */

export const RESET_CRASHES = "crash_count = 0, lone_crash_count = 0";

/** A claim among other mail counts the crash of the previous claim, if there was one. */
export const setCrashesWhenClaimed = (row: string) => `crash_count = ${crashesOf(row)}`;

/**
 * A claim from quarantine counts a lone crash in advance. All recipients of the email are claimed, and all stay in quarantine, whichever
 * of them the crashes put there.
 */
export const setCrashesWhenClaimedAlone = (row: string) =>
  `crash_count = ${CRASHES_UNTIL_QUARANTINE}, lone_crash_count = ${row}.lone_crash_count + 1`;

/** Settling counts another crash if the worker died and the recipient stays open (`crashedAndOpen`). Otherwise it resets the counts. */
export const setCrashesWhenSettled = (row: string, crashedAndOpen: string) =>
  `crash_count = CASE WHEN ${crashedAndOpen} THEN ${row}.crash_count + 1 ELSE 0 END,
          lone_crash_count = CASE WHEN ${crashedAndOpen} THEN ${row}.lone_crash_count ELSE 0 END`;

/**
 * Returning a recipient counts a crash if its worker died with it (`crashed`). Otherwise it takes away the lone crash that a claim from
 * quarantine counted in advance. `wasQuarantined` and `isReady` are SQL conditions: whether it was claimed alone, and whether claims
 * may find it now.
 */
export function releaseCrashes(
  row: string,
  { crashed, previousState }: { crashed: string; previousState: string },
) {
  const crashes = `${row}.crash_count + (${crashed})::integer`;
  return {
    wasQuarantined: `${row}.crash_count >= ${CRASHES_UNTIL_QUARANTINE}`,
    isReady: `${crashes} < ${CRASHES_UNTIL_QUARANTINE}`,
    // A row that returns to `sending` still shows its expired lease, so that crash is not counted twice.
    set: `crash_count = ${crashes} - (${previousState} = 'sending')::integer,
       lone_crash_count = greatest(0, ${row}.lone_crash_count - (NOT (${crashed}))::integer)`,
  };
}
