/** The fields of a form that the user has changed. Only they are sent, so that two people do not overwrite each other's changes. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const fields = Object.keys(after) as (keyof T)[];
  const changed = fields.filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field]])) as Partial<T>;
}

/** The fields that a form sends: all of a new thing. */
export function formChanges<T extends object>(before: T | null, after: T) {
  const changes: Partial<T> = before ? changedFields(before, after) : after;
  return { changes, isUnchanged: Object.keys(changes).length === 0 };
}
