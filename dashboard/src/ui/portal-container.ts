import { createContext, useContext } from "react";

/**
 * The element that menus and tooltips render into. A modal <dialog> is in the browser's top layer and makes the
 * rest of the page inert, so a menu that opens inside a dialog must render inside it.
 */
export const PortalContainer = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return useContext(PortalContainer);
}
