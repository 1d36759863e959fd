import { Button } from "../../ui/button.tsx";
import { Ellipsis, MailCheck, Trash } from "../../ui/icons.gen.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import type { InboxActions } from "./inbox-actions.ts";
import type { InboxSearch } from "./inbox-search.ts";

type ListControlsProps = {
  search: InboxSearch;
  unread: string | null;
  actions: InboxActions;
  onChange: (change: Partial<InboxSearch>) => void;
};

/** Search, the filter for unread mail, and what applies to all of it. */
export function ListControls({ search, unread, actions, onChange }: ListControlsProps) {
  const isFiltered = search.show === "unread";
  const filter = (change: Partial<InboxSearch>): void =>
    onChange({ ...change, cursor: undefined, id: undefined });
  return (
    <div className="grid gap-2 border-b p-3">
      <SearchInput
        label="Search subject, address or text"
        value={search.search ?? ""}
        onSearch={(text) => filter({ search: text || undefined })}
      />
      <div className="flex items-center gap-1.5">
        <Button
          size="sm"
          variant={isFiltered ? "secondary" : "ghost"}
          aria-pressed={isFiltered}
          onClick={() => filter({ show: isFiltered ? undefined : "unread" })}
        >
          Unread{unread === null ? "" : ` ${unread}`}
        </Button>
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
            <MenuItem icon={Trash} tone="danger" onSelect={() => actions.clear()}>
              Clear inbox
            </MenuItem>
          </Menu>
        </span>
      </div>
    </div>
  );
}
