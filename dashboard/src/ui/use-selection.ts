import { useRef, useState } from "react";
import { selectRange } from "./select-range.ts";

export type Selection = {
  /** Ids of rows on screen. */
  selected: ReadonlySet<string>;
  /** `isRange`: with Shift, everything from the previous row to this one. */
  toggle: (id: string, isRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
};

/** The selected rows of a page. A row that leaves the page is no longer selected. */
export function useSelection(ids: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const selected = new Set(ids.filter((id) => chosen.has(id)));
  return {
    selected,
    toggle: (id, isRange) => {
      setChosen(selectRange({ ids, selected, from: isRange ? anchor.current : undefined, to: id }));
      anchor.current = id;
    },
    toggleAll: () => setChosen(new Set(selected.size === ids.length ? [] : ids)),
    clear: () => setChosen(new Set()),
  };
}
