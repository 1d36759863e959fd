import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Calls `act` after each change of the path. */
export function useOnNewPage(act: () => void): void {
  const path = useLocation({ select: (location) => location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    act();
  });
}
