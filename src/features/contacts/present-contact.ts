import type { ContactRow } from "./queries.ts";

/** A contact as the API returns it. */
export function presentContact(row: ContactRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    subscribed: row.subscribed,
    tracked: row.tracked,
    properties: row.properties,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
