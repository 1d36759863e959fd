import { useLocation } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The cursors of the pages before this one; the first page's is "". Kept by the browser over a reload. */
    trail?: string[];
  }
}

type CursorStep = {
  cursor: string | undefined;
  trail: string[];
};

export type CursorPages = {
  /** 1 for the first; unknown when somebody opened a link into the middle. */
  number: number | undefined;
  previous: CursorStep | undefined;
  next: CursorStep | undefined;
};

/** Previous and next for a list that is paged by cursors, which know only the way forward. */
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
