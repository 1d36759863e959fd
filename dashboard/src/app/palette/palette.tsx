import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { useSignOut } from "../../features/accounts/sign-out.tsx";
import { useIsViewer } from "../../features/accounts/viewers.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { useOnNewPage } from "../use-on-new-page.ts";
import { DIALOGS, type PaletteDialog } from "./dialogs.ts";
import { paletteActions } from "./palette-actions.ts";
import { foundItems, matchingCommands, type PaletteItem } from "./palette-items.ts";
import { useFound } from "./use-found.ts";

/** A shorter delay would send a request per keystroke. */
const PAUSE_MS = 200;

type PaletteProps = { isOperator: boolean; onShowShortcuts: () => void; onClose: () => void };

/** The palette, and then the dialog that was chosen in it. */
export function Palette({ isOperator, onShowShortcuts, onClose }: PaletteProps) {
  const [opened, setOpened] = useState<PaletteDialog | null>(null);
  if (opened === null) return <Commands {...{ isOperator, onShowShortcuts, onClose }} onOpen={setOpened} />;
  const Opened = DIALOGS[opened];
  return <Opened onClose={onClose} />;
}

type CommandsProps = PaletteProps & { onOpen: (dialog: PaletteDialog) => void };

/** Pages, actions, emails, contacts and domains by name. */
function Commands({ isOperator, onShowShortcuts, onOpen, onClose }: CommandsProps) {
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(0);
  const navigate = useNavigate();
  useOnNewPage(onClose);
  const listId = useId();
  const searched = useDelayed(text, PAUSE_MS);
  const found = useFound(searched);
  const isSearched = searched === text && !found.isPlaceholderData;
  const { mutate: signOut } = useSignOut();
  const actions = paletteActions({ isViewer: useIsViewer(), showShortcuts: onShowShortcuts, signOut });
  const items = [
    ...matchingCommands(text, { isOperator, actions }),
    ...(found.data ? foundItems(found.data, { text, isSearched }) : []),
  ];
  const current = items[Math.min(selected, items.length - 1)];

  const run = (item: PaletteItem | undefined): void => {
    if (!item) return;
    if (typeof item.run === "object" && "dialog" in item.run) {
      onOpen(item.run.dialog);
      return;
    }
    onClose();
    if (typeof item.run === "function") item.run();
    else void navigate({ to: item.run.path });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) run(current);
    else
      setSelected((Math.min(selected, items.length - 1) + step + items.length) % Math.max(items.length, 1));
  };

  return (
    <Dialog title="Search and commands" titleHidden shape="top" onClose={onClose}>
      <div className="border-b p-3">
        <Input
          role="combobox"
          aria-label="Search pages, actions, emails, contacts and domains"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current ? optionId(listId, current) : undefined}
          placeholder="Search or type a command"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Results" className="max-h-[60dvh] overflow-y-auto p-2">
        {items.map((item, index) => (
          <Option
            key={item.id}
            id={optionId(listId, item)}
            item={item}
            isFirstOfGroup={items[index - 1]?.group !== item.group}
            isSelected={item === current}
            onSelect={() => run(item)}
          />
        ))}
      </div>
      <p role="status" className="px-5 pb-3 text-[13px] text-ink-soft empty:hidden">
        {statusOf({
          count: items.length,
          isSearching: found.isFetching || searched !== text,
          failed: found.isError,
        })}
      </p>
    </Dialog>
  );
}

type Status = { count: number; isSearching: boolean; failed: boolean };

function statusOf({ count, isSearching, failed }: Status): string | null {
  if (failed) return "Search failed. Check the connection and type again.";
  if (isSearching) return count === 0 ? "Searching…" : null;
  return count === 0 ? "Nothing found." : null;
}

type OptionProps = {
  id: string;
  item: PaletteItem;
  isFirstOfGroup: boolean;
  isSelected: boolean;
  onSelect: () => void;
};

function Option({ id, item, isFirstOfGroup, isSelected, onSelect }: OptionProps) {
  const { icon: Icon, label, aside, group } = item;
  return (
    <>
      {isFirstOfGroup ? (
        <div role="presentation" className="px-3 pt-2 pb-1 text-xs font-medium text-ink-faint">
          {group}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys. */}
      <div
        ref={isSelected ? scrollIntoView : null}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isSelected}
        onClick={onSelect}
        className={cx(
          "flex cursor-pointer items-center gap-2.5 rounded-lg px-3 py-2 hover:bg-hover",
          isSelected && "bg-hover",
        )}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        <bdi className="min-w-0 truncate">{label}</bdi>
        {aside ? <bdi className="ml-auto min-w-0 truncate text-[13px] text-ink-soft">{aside}</bdi> : null}
      </div>
    </>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

function optionId(listId: string, { id }: PaletteItem): string {
  return `${listId}-${id.replaceAll(/[^\w-]/g, "_")}`;
}
