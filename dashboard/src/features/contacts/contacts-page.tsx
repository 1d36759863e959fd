import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, SearchX, Users } from "lucide-react";
import { useMemo, useState } from "react";
import type { Contact } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { contactColumns } from "./contact-columns.tsx";
import { ContactDialog } from "./contact-dialog.tsx";
import { ContactFilterBar } from "./contact-filter-bar.tsx";
import { contactsQuery } from "./contacts.ts";
import type { ContactsSearch } from "./contacts-search.ts";
import { DeleteContactDialog } from "./delete-contact-dialog.tsx";

const route = getRouteApi("/app/contacts");

export function ContactsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<Contact | "new" | null>(null);
  const [deleting, setDeleting] = useState<Contact | null>(null);
  const query = useQuery(contactsQuery(search));
  const columns = useMemo(() => contactColumns({ onEdit: setEditing, onDelete: setDeleting }), []);

  // Another question starts at its first page; the back button leads to other pages, not to other letters.
  const filter = (change: ContactsSearch): void =>
    void navigate({ search: (current) => ({ ...current, ...change, cursor: undefined }), replace: true });
  const isFiltered = search.search !== undefined || search.subscribed !== undefined;
  const page = query.data;
  const isEmpty = page?.contacts.length === 0 && !isFiltered;
  return (
    <>
      <PageHeader
        title="Contacts"
        description="The people you write to."
        actions={isEmpty ? null : <AddButton onAdd={() => setEditing("new")} />}
      />
      <ContactFilterBar search={search} onFilter={filter} />
      <div className="grid gap-4">
        <DataTable
          label="Contacts"
          columns={columns}
          rows={page?.contacts}
          rowId={(contact) => contact.id}
          fading={query.isPlaceholderData}
          failure={
            query.error ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null
          }
          empty={
            isFiltered ? (
              <NoMatch onClear={() => filter({ search: undefined, subscribed: undefined })} />
            ) : (
              <NoContacts onAdd={() => setEditing("new")} />
            )
          }
        />
        <Pager
          cursor={search.cursor}
          pagination={page?.pagination}
          count={page?.contacts.length ?? 0}
          noun="contact"
        />
      </div>
      {editing ? (
        <ContactDialog contact={editing === "new" ? undefined : editing} onClose={() => setEditing(null)} />
      ) : null}
      {deleting ? <DeleteContactDialog contact={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button variant="primary" onClick={onAdd}>
      <Plus aria-hidden="true" />
      Add contact
    </Button>
  );
}

function NoContacts({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState icon={Users} title="No contacts yet" action={<AddButton onAdd={onAdd} />}>
      Add the first one here, or let your program add them with{" "}
      <code className="font-mono text-[13px] whitespace-nowrap text-ink">POST /api/v1/contacts</code>.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No contact matches"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Try a part of the address or of the name.
    </EmptyState>
  );
}
