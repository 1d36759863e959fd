import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Contact } from "../../api-types.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { queryFailure } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { AddressBook } from "../../ui/drawings/address-book.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { Plus, Upload } from "../../ui/icons.gen.ts";
import { ListPage } from "../../ui/list-page.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { useSelection } from "../../ui/use-selection.ts";
import { HiddenFromViewers, useIsViewer } from "../accounts/viewers.tsx";
import { ColumnsMenu } from "./columns/columns-menu.tsx";
import { useColumns } from "./columns/use-columns.ts";
import { contactColumns } from "./contact-columns.tsx";
import { contactsQuery, exportPath } from "./contacts.ts";
import { ContactsFilters } from "./contacts-filters.tsx";
import { type ContactsSearch, hasFilters } from "./contacts-search.ts";
import { ContactsSelection } from "./contacts-selection.tsx";

const ContactDialog = lazyPart(() => import("./contact-dialog.tsx"), "ContactDialog");
const ImportDialog = lazyPart(() => import("./import/import-dialog.tsx"), "ImportDialog");
const DeleteContactDialog = lazyPart(() => import("./delete-contact-dialog.tsx"), "DeleteContactDialog");

const NO_CONTACTS: Contact[] = [];

export function ContactsPage() {
  const search = useSearch({ from: "/app/contacts" });
  const filters = useFilters<ContactsSearch>();
  const [editing, setEditing] = useState<Contact | "new" | null>(null);
  const [deleting, setDeleting] = useState<Contact | null>(null);
  const [importing, setImporting] = useState(false);
  const query = useQuery(contactsQuery(search));
  const properties = useColumns();
  const columns = useMemo(
    () => contactColumns(properties.columns, { onEdit: setEditing, onDelete: setDeleting }),
    [properties.columns],
  );
  const contacts = query.data?.contacts ?? NO_CONTACTS;
  const selection = useSelection(contacts.map(({ id }) => id));
  const isFiltered = hasFilters(search);
  const isEmpty = query.data?.contacts.length === 0 && !isFiltered && search.cursor === undefined;
  const isViewer = useIsViewer();
  const addButtons = (
    <HiddenFromViewers>
      <Button onClick={() => setImporting(true)}>
        <Upload aria-hidden="true" />
        Import
      </Button>
      <Button variant="primary" onClick={() => setEditing("new")}>
        <Plus aria-hidden="true" />
        Add contact
      </Button>
    </HiddenFromViewers>
  );
  return (
    <ListPage
      header={
        <PageHeader
          title="Contacts"
          description="People you send email to."
          actions={
            isEmpty ? null : (
              <>
                <ExportButton path={exportPath(search)} />
                {addButtons}
              </>
            )
          }
        />
      }
      filters={
        <ContactsFilters
          search={search}
          contacts={contacts}
          {...filters}
          action={isEmpty ? null : <ColumnsMenu {...properties} />}
        />
      }
      isFiltered={isFiltered}
      label="Contacts"
      columns={columns}
      rows={query.data?.contacts}
      rowId={(contact) => contact.id}
      selection={isViewer ? undefined : selection}
      rowLabel={(contact) => contact.email}
      fading={query.isPlaceholderData}
      failure={queryFailure(query)}
      empty={
        <EmptyState drawing={AddressBook} title="No contacts yet" action={addButtons}>
          Add your first contact here, import a file, or use{" "}
          <code className="font-mono text-[13px] whitespace-nowrap text-ink">POST /api/v1/contacts</code>.
        </EmptyState>
      }
      noMatch={
        <NoMatch title="No contacts match" onClear={filters.clear}>
          Try part of an address or a name, or fewer filters.
        </NoMatch>
      }
      pager={{ cursor: search.cursor, pagination: query.data?.pagination, noun: "contact" }}
    >
      <HiddenFromViewers>
        <ContactsSelection selection={selection} contacts={contacts} />
      </HiddenFromViewers>
      {editing ? (
        <ContactDialog contact={editing === "new" ? undefined : editing} onClose={() => setEditing(null)} />
      ) : null}
      {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
      {deleting ? <DeleteContactDialog contact={deleting} onClose={() => setDeleting(null)} /> : null}
    </ListPage>
  );
}
