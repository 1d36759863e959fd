import { useNavigate } from "@tanstack/react-router";

/** Changes the filters in the address bar. Each change starts at the first page. */
export function useFilters<Search extends object>() {
  const navigate = useNavigate();
  return {
    /** Replaces the history entry, so that typing does not fill the browser's history. */
    change: (next: Omit<Search, "cursor">): void =>
      void navigate({
        to: ".",
        search: (current: object) => ({ ...current, ...next, cursor: undefined }),
        replace: true,
      }),
    /** Adds a history entry: the back button restores the filters. */
    clear: (): void => void navigate({ to: ".", search: {} }),
  };
}
