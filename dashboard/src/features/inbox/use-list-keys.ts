import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

type ListKeys = {
  ref: RefObject<HTMLUListElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

export type RowActions = { onDelete?: (index: number) => void; onSelect?: (index: number) => void };

/**
 * j, k and the arrow keys move through a list of links and open each; x selects the focused one, Delete deletes it. They work only
 * while the list has the focus (WCAG 2.1.4: single letters must not act on the whole page), so the list takes the focus if nothing
 * else has it.
 */
export function useListKeys(isLoaded: boolean, { onDelete, onSelect }: RowActions): ListKeys {
  const ref = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === null || focused === document.body || focused.id === "main";
    // While a menu or dialog opens, the focus is on its way there; taking it would close the menu.
    const isOpening = document.querySelector('[role="menu"], dialog[open]') !== null;
    if (isLoaded && isFree && !isOpening && isWide()) current(ref.current)?.focus({ preventScroll: true });
  }, [isLoaded]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const links = linksIn(ref.current);
    const index = links.indexOf(event.target as HTMLAnchorElement);
    const act = event.key === "Delete" ? onDelete : event.key === "x" ? onSelect : undefined;
    if (act && index >= 0) {
      event.preventDefault();
      // A removed link would take the focus, and with it the keys, out of the list.
      if (act === onDelete) (links[index + 1] ?? links[index - 1])?.focus();
      act(index);
      return;
    }
    const target = targetOf(event.key, index, links.length);
    const link = target === undefined ? undefined : links[target];
    if (!link) return;
    event.preventDefault();
    link.focus();
    link.scrollIntoView({ block: "nearest" });
    // On a phone a message replaces the list; there, only Enter opens it.
    if (isWide()) link.click();
  };
  return { ref, onKeyDown };
}

function isWide(): boolean {
  return window.matchMedia("(min-width: 64rem)").matches;
}

/** The index that a key moves to; undefined for other keys. */
export function targetOf(key: string, index: number, count: number): number | undefined {
  if (index < 0) return undefined;
  const step: Record<string, number> = {
    j: index + 1,
    ArrowDown: index + 1,
    k: index - 1,
    ArrowUp: index - 1,
  };
  const target = new Map(Object.entries({ ...step, Home: 0, End: count - 1 })).get(key);
  return target === undefined || target < 0 || target >= count ? undefined : target;
}

function linksIn(list: HTMLElement | null): HTMLAnchorElement[] {
  return [...(list?.querySelectorAll("a") ?? [])];
}

function current(list: HTMLElement | null): HTMLAnchorElement | undefined {
  return linksIn(list).find((link) => link.tabIndex === 0);
}
