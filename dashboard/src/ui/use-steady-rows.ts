import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { countNewer, refreshRows } from "./steady-rows.ts";

// A shorter pause would move rows while the user aims; a longer one would freeze the list under a resting pointer.
const AIMING_MS = 1_200;

type SteadyRows<T> = {
  rows: T[] | undefined;
  /** The number of newer rows that are not shown; `showNewer` shows them. */
  newer: number;
  showNewer: () => void;
};

type LiveRows<T> = {
  latest: T[] | undefined;
  /** When the latest rows were loaded, even if they did not change. */
  checkedAt: number;
  /** Identifies the query; a new query replaces the rows. */
  question: string;
  list: RefObject<HTMLElement | null>;
};

/**
 * A live list that does not jump: rows update in place, but are added and removed only while the user is not
 * reading further down in `list` and not aiming at a row.
 */
export function useSteadyRows<T extends { id: string }>(live: LiveRows<T>): SteadyRows<T> {
  const { latest, checkedAt, question, list } = live;
  const isReading = useIsReading(list);
  const [shown, setShown] = useState<{ question: string; rows: T[] } | undefined>(undefined);

  useEffect(() => {
    if (latest === undefined || checkedAt === 0) return;
    setShown((current) => {
      const keep = current?.question === question && current.rows.length > 0 && isReading();
      return { question, rows: keep ? refreshRows(current.rows, latest) : latest };
    });
  }, [latest, checkedAt, question, isReading]);

  const rows = shown?.question === question ? shown.rows : latest;
  return {
    rows,
    newer: rows && latest ? countNewer(rows, latest) : 0,
    showNewer: () => {
      if (latest) setShown({ question, rows: latest });
    },
  };
}

function useIsReading(list: RefObject<HTMLElement | null>): () => boolean {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const element = list.current;
    const note = (): void => {
      movedAt.current = performance.now();
    };
    element?.addEventListener("pointermove", note, { passive: true });
    return () => element?.removeEventListener("pointermove", note);
  }, [list]);
  return useCallback(() => {
    const element = list.current;
    if (!element) return false;
    const isScrolled = element.scrollTop > 0 || element.getBoundingClientRect().top < 0;
    return isScrolled || performance.now() - movedAt.current < AIMING_MS;
  }, [list]);
}
