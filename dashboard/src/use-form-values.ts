import { useState } from "react";
import { changedFields } from "./changed-fields.ts";

/**
 * The values of a form that stays open. Fields that the user has not changed follow `saved`, so that a change someone else has made
 * since is shown and does not look like the user's own.
 */
export function useFormValues<T extends object>(saved: T) {
  const [edits, setEdits] = useState<Partial<T>>({});
  const entered = { ...saved, ...edits };
  return {
    entered,
    /** The fields that a save sends. */
    changes: changedFields<T>(saved, entered),
    enter: (part: Partial<T>): void => setEdits(changedFields<T>(saved, { ...entered, ...part })),
    /** Forgets the changes after they are saved, except what was entered during the save. */
    reset: (): void => setEdits((current) => changedFields(edits, current)),
  };
}
