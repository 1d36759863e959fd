import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { readShortcut, type Shortcut } from "./read-shortcut.ts";

/** The second key of a sequence counts within this time. */
const SEQUENCE_MS = 1_500;

type Handlers = { openPalette: () => void; showShortcuts: () => void };

/** The keyboard shortcuts of all pages. None fires while the user types, or in a dialog or a menu. */
export function useShortcuts({ openPalette, showShortcuts }: Handlers): void {
  const navigate = useNavigate();
  const gPressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const run = (shortcut: Shortcut): void => {
      if (shortcut.kind === "palette") openPalette();
      else if (shortcut.kind === "help") showShortcuts();
      else if (shortcut.kind === "compose") void navigate({ to: "/emails/new" });
      else if (shortcut.kind === "page") void navigate({ to: shortcut.to });
      else if (shortcut.kind === "search") focusSearch();
      else if (shortcut.kind === "next-row") moveInList(1);
      else if (shortcut.kind === "previous-row") moveInList(-1);
      else if (shortcut.kind === "select-row") selectFocusedRow();
      else gPressedAt.current = performance.now();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return;
      const shortcut = readShortcut(event, performance.now() - gPressedAt.current < SEQUENCE_MS);
      gPressedAt.current = Number.NEGATIVE_INFINITY;
      if (shortcut === null || isBusy(event.target, shortcut)) return;
      event.preventDefault();
      run(shortcut);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [navigate, openPalette, showShortcuts]);
}

/** The palette opens from a text field too, because its shortcut types no character. */
function isBusy(target: EventTarget | null, { kind }: Shortcut): boolean {
  if (document.querySelector("dialog[open], [role=menu]") !== null) return true;
  if (kind === "palette" || !(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select");
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("main search input");
  field?.focus();
  field?.select();
}

/** Rows of tables, and those of lists that are marked. Rows of a table that is loading are placeholders. */
const ROWS = [
  "main [data-row-link]",
  "main table:not([aria-busy=true]) tbody tr:not(:has([data-row-link]))",
  "main [data-row]:not(:has([data-row-link]))",
].join();

/** Focuses the next or previous row of the page's list, at first the one that is open beside it. Enter opens it. */
function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const focused = document.activeElement;
  const at = rows.findIndex((row) => row === focused || row.closest("tr, [data-row]")?.contains(focused));
  // A link to the address of the page has "page".
  const open = rows.find((row) => row.ariaCurrent !== null);
  const next = at < 0 ? (open ?? rows.at(step > 0 ? 0 : -1)) : rows[at + step];
  if (!next) return;
  focusRow(next);
  next.scrollIntoView({ block: "nearest" });
}

/** Focuses the row's link, its checkbox if there is nothing to open, or the row itself. */
function focusRow(row: HTMLElement): void {
  // Checkboxes of other lists than tables do more than select.
  const target = (row.matches("tr") ? row.querySelector<HTMLElement>("input[type=checkbox]") : null) ?? row;
  if (target.matches("tr, [data-row]")) target.tabIndex = -1;
  target.focus();
}

/** Selects the row that has the focus, or takes it out of the selection. */
function selectFocusedRow(): void {
  document.activeElement
    ?.closest("main :is(tbody tr, [data-row])")
    ?.querySelector<HTMLInputElement>("input[data-select]")
    ?.click();
}
