import { formatQuery, parseQuery } from "../../query-text.ts";
import { Button } from "../../ui/button.tsx";
import { Ellipsis, MailCheck, Trash } from "../../ui/icons.gen.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { QueryBox } from "../../ui/query-box.tsx";
import { SelectCell } from "../../ui/select-cell.tsx";
import type { Selection } from "../../ui/use-selection.ts";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import type { InboxEmail } from "./inbox.ts";
import type { InboxActions } from "./inbox-actions.ts";
import { INBOX_KEYS, knownValues } from "./inbox-query.ts";
import { type InboxFilters, type InboxSearch, inboxFilters } from "./inbox-search.ts";
import { SelectedActions } from "./selected-actions.tsx";

type ListControlsProps = {
  search: InboxSearch;
  unread: string | null;
  selection: Selection;
  /** The messages on the page. Their addresses are completed. */
  emails: readonly InboxEmail[];
  actions: InboxActions;
  onChange: (change: Partial<InboxSearch>) => void;
};

/** Search, the filter for unread mail, and the actions on all or on the selected messages. */
export function ListControls(props: ListControlsProps) {
  const { search, selection, emails, actions, onChange } = props;
  const { length: count } = emails;
  const ids = [...selection.selected];
  const filter = (change: Partial<InboxSearch>): void =>
    onChange({ ...change, cursor: undefined, id: undefined });
  return (
    <div className="grid gap-2 border-b p-3">
      <QueryBox
        label="Search the inbox"
        placeholder="Search, or from:shop is:unread"
        keys={INBOX_KEYS}
        valuesOf={(key) => knownValues(key, emails)}
        value={formatQuery(inboxFilters(search), INBOX_KEYS)}
        normalize={(text) => formatQuery(read(text), INBOX_KEYS)}
        check={(text) => parseQuery(text, INBOX_KEYS).problems}
        onSearch={(text) => filter(read(text))}
      />
      <div className="flex items-center gap-1.5">
        <HiddenFromViewers>
          <SelectCell
            label="Select all"
            checked={count > 0 && ids.length === count}
            isMixed={ids.length > 0 && ids.length < count}
            onToggle={selection.toggleAll}
          />
        </HiddenFromViewers>
        {ids.length > 0 ? (
          <SelectedActions
            count={ids.length}
            onMark={(read) => {
              actions.mark({ ids, read });
              selection.clear();
            }}
            onDelete={() => {
              actions.delete(ids);
              selection.clear();
            }}
          />
        ) : (
          <AllActions {...props} filter={filter} />
        )}
      </div>
    </div>
  );
}

/** Filters that the text does not contain are undefined, which removes them. */
function read(text: string): InboxFilters {
  return inboxFilters(parseQuery(text, INBOX_KEYS).values);
}

type AllActionsProps = Pick<ListControlsProps, "search" | "unread" | "emails" | "actions"> & {
  filter: (change: Partial<InboxSearch>) => void;
};

function AllActions({ search, unread, emails, actions, filter }: AllActionsProps) {
  const isFiltered = search.is === "unread";
  return (
    <>
      <Button
        size="sm"
        variant={isFiltered ? "secondary" : "ghost"}
        aria-pressed={isFiltered}
        onClick={() => filter({ is: isFiltered ? undefined : "unread" })}
      >
        Unread{unread === null ? "" : ` ${unread}`}
      </Button>
      <HiddenFromViewers>
        <span className="ml-auto">
          <Menu
            trigger={
              <Button size="icon" variant="ghost" aria-label="Inbox actions">
                <Ellipsis aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem icon={MailCheck} onSelect={() => actions.mark({ read: true })}>
              Mark all as read
            </MenuItem>
            <MenuItem icon={Trash} tone="danger" onSelect={() => actions.clear(emails.map(({ id }) => id))}>
              Clear inbox
            </MenuItem>
          </Menu>
        </span>
      </HiddenFromViewers>
    </>
  );
}
