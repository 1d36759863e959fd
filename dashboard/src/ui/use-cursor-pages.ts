import { useLocation } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The cursors of the previous pages; the first page's is "". The browser keeps them across a reload. */
    trail?: string[];
  }
}

type CursorStep = {
  cursor: string | undefined;
  trail: string[];
};

export type CursorPages = {
  /** 1 for the first page; undefined if a link led to a later page. */
  number: number | undefined;
  previous: CursorStep | undefined;
  next: CursorStep | undefined;
};

/** Previous and next page of a keyset-paged list, whose cursors only lead forward. */
export function useCursorPages(
  cursor: string | undefined,
  nextCursor: string | null | undefined,
): CursorPages {
  const kept = useLocation({ select: (location) => location.state.trail });
  const trail = cursor === undefined ? [] : (kept ?? []);
  const isLost = cursor !== undefined && trail.length === 0;
  const before = trail.at(-1);
  return {
    number: isLost ? undefined : trail.length + 1,
    previous:
      cursor === undefined
        ? undefined
        : { cursor: before === "" ? undefined : before, trail: trail.slice(0, -1) },
    next: nextCursor ? { cursor: nextCursor, trail: isLost ? [] : [...trail, cursor ?? ""] } : undefined,
  };
}
