import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Contact } from "../../api-types.ts";
import { queryFailure } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Plus, Users } from "../../ui/icons.gen.ts";
import { ListPage } from "../../ui/list-page.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { contactColumns } from "./contact-columns.tsx";
import { ContactDialog } from "./contact-dialog.tsx";
import { ContactFilterBar } from "./contact-filter-bar.tsx";
import { contactsQuery } from "./contacts.ts";
import { type ContactsSearch, hasFilters } from "./contacts-search.ts";
import { DeleteContactDialog } from "./delete-contact-dialog.tsx";

export function ContactsPage() {
  const search = useSearch({ from: "/app/contacts" });
  const filters = useFilters<ContactsSearch>();
  const [editing, setEditing] = useState<Contact | "new" | null>(null);
  const [deleting, setDeleting] = useState<Contact | null>(null);
  const query = useQuery(contactsQuery(search));
  const columns = useMemo(() => contactColumns({ onEdit: setEditing, onDelete: setDeleting }), []);
  const isFiltered = hasFilters(search);
  const isEmpty = query.data?.contacts.length === 0 && !isFiltered;
  const addButton = <AddButton onAdd={() => setEditing("new")} />;
  return (
    <ListPage
      header={
        <PageHeader
          title="Contacts"
          description="People you send email to."
          actions={isEmpty ? null : addButton}
        />
      }
      filters={<ContactFilterBar search={search} {...filters} />}
      isFiltered={isFiltered}
      label="Contacts"
      columns={columns}
      rows={query.data?.contacts}
      rowId={(contact) => contact.id}
      fading={query.isPlaceholderData}
      failure={queryFailure(query)}
      empty={
        <EmptyState icon={Users} title="No contacts yet" action={addButton}>
          Add your first contact here, or with{" "}
          <code className="font-mono text-[13px] whitespace-nowrap text-ink">POST /api/v1/contacts</code>.
        </EmptyState>
      }
      noMatch={
        <NoMatch title="No contacts match" onClear={filters.clear}>
          Try part of an address or a name.
        </NoMatch>
      }
      pager={{ cursor: search.cursor, pagination: query.data?.pagination, noun: "contact" }}
    >
      {editing ? (
        <ContactDialog contact={editing === "new" ? undefined : editing} onClose={() => setEditing(null)} />
      ) : null}
      {deleting ? <DeleteContactDialog contact={deleting} onClose={() => setDeleting(null)} /> : null}
    </ListPage>
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
