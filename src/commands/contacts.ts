import type { Contact, ListContactsQuery } from "../../packages/client/src/index.ts";
import { type ServerOptions, withClient } from "./open-client.ts";
import { localTime } from "./terminal/local-time.ts";
import { printRows, takeRows } from "./terminal/print-rows.ts";
import type { Column } from "./terminal/render-table.ts";

const COLUMNS: readonly Column<Contact>[] = [
  { title: "EMAIL", of: ({ email }) => email },
  { title: "NAME", of: ({ name }) => name ?? "-" },
  { title: "SUBSCRIBED", of: ({ subscribed }) => (subscribed ? "yes" : "no") },
  { title: "CREATED", of: ({ created_at }) => localTime(created_at) },
];

export async function listContacts(
  server: ServerOptions,
  { filter, limit, json }: { filter: ListContactsQuery; limit: number; json: boolean },
): Promise<void> {
  const rows = await withClient(server, (posthouse) =>
    takeRows((page) => posthouse.contacts.list({ ...filter, ...page }), limit),
  );
  printRows(rows, { columns: COLUMNS, json, none: "No contacts match." });
}
