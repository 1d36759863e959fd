import type { Contact } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { cx } from "../../ui/cx.ts";
import { columnHelper } from "../../ui/data-table.tsx";
import { Copy, EllipsisVertical, Pencil, Trash } from "../../ui/icons.gen.ts";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.ts";
import { useIsViewer } from "../accounts/viewers.tsx";
import { propertyText } from "./columns/property-columns.ts";
import { SubscriptionBadge } from "./subscription-badge.tsx";

const column = columnHelper<Contact>();

type ContactActions = {
  onEdit: (contact: Contact) => void;
  onDelete: (contact: Contact) => void;
};

/** `properties`: those that are columns. */
export function contactColumns(properties: readonly string[], actions: ContactActions) {
  return column.columns([
    column.accessor("email", {
      header: "Email",
      // max-w-0 truncates the cell that takes the remaining width.
      meta: {
        className: cx(
          "w-full max-w-0",
          properties.length > 0 ? "md:w-3/5 lg:w-full lg:min-w-56" : "md:w-3/5",
        ),
      },
      cell: ({ row }) => <ContactAddress contact={row.original} />,
    }),
    column.accessor("name", {
      header: "Name",
      meta: {
        className: cx(
          "hidden w-2/5 max-w-0 md:table-cell",
          properties.length > 0 && "lg:w-auto lg:max-w-none",
        ),
      },
      cell: ({ getValue }) => (
        <span className={cx("block truncate text-ink-soft", properties.length > 0 && "lg:max-w-48")}>
          {getValue() ?? <span className="text-ink-faint">–</span>}
        </span>
      ),
    }),
    ...properties.map((name, index) =>
      column.accessor(({ properties: values }) => propertyText(values, name), {
        // A property may have the name of another column.
        id: `property-${index}`,
        header: () => <span className="block max-w-40 truncate">{name || '""'}</span>,
        meta: { className: "hidden lg:table-cell" },
        cell: ({ getValue }) => <PropertyValue text={getValue()} />,
      }),
    ),
    column.accessor("subscribed", {
      header: "Status",
      meta: { className: "hidden sm:table-cell" },
      cell: ({ getValue }) => <SubscriptionBadge subscribed={getValue()} />,
    }),
    column.accessor("created_at", {
      header: "Added",
      meta: { className: "hidden sm:table-cell whitespace-nowrap text-ink-soft" },
      cell: ({ getValue }) => <Time value={getValue()} />,
    }),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { className: "pl-0 pr-3 text-right" },
      cell: ({ row }) => <ContactMenu contact={row.original} {...actions} />,
    }),
  ]);
}

function ContactAddress({ contact }: { contact: Contact }) {
  return (
    <>
      <RowLink to="/contacts/$contactId" params={{ contactId: contact.id }} className="block truncate">
        {contact.email}
      </RowLink>
      <span className="mt-0.5 flex items-center justify-between gap-3 text-[13px] text-ink-soft empty:hidden md:hidden">
        <span className="truncate">{contact.name}</span>
        <span className="sm:hidden">
          <SubscriptionBadge subscribed={contact.subscribed} />
        </span>
      </span>
    </>
  );
}

function PropertyValue({ text }: { text: string | undefined }) {
  if (text === undefined) return <span className="text-ink-faint">–</span>;
  return (
    <bdi title={text} className="block max-w-40 truncate text-ink-soft">
      {text}
    </bdi>
  );
}

function ContactMenu({ contact, onEdit, onDelete }: { contact: Contact } & ContactActions) {
  const isViewer = useIsViewer();
  const copy = async (): Promise<void> => {
    const copied = await copyText(contact.email);
    showToast(copied ? { title: "Address copied" } : { tone: "bad", title: "Could not copy" });
  };
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" className="relative" aria-label={`Actions for ${contact.email}`}>
          <EllipsisVertical aria-hidden="true" />
        </Button>
      }
    >
      {isViewer ? null : (
        <MenuItem icon={Pencil} onSelect={() => onEdit(contact)}>
          Edit
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copy()}>
        Copy address
      </MenuItem>
      {isViewer ? null : (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash} tone="danger" onSelect={() => onDelete(contact)}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
