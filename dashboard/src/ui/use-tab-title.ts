import { useLayoutEffect } from "react";

/** Sets the title of the browser's tab while the component is shown. */
export function useTabTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · Posthouse`;
  }, [title]);
}
