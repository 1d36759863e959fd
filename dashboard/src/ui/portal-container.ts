import { createContext, useContext } from "react";

/**
 * Where menus and tooltips are drawn. A modal <dialog> lives in the browser's top layer and makes the rest
 * of the page inert, so whatever opens inside one must be drawn inside it.
 */
export const PortalContainer = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return useContext(PortalContainer);
}
