import { useState } from "react";

/** Whether something was dismissed permanently in this browser. */
export function useDismissed(name: string): [boolean, (dismissed: boolean) => void] {
  const [dismissed, setDismissed] = useState(() => read(name));
  const change = (next: boolean): void => {
    setDismissed(next);
    write(name, next);
  };
  return [dismissed, change];
}

// Storage can be blocked; the choice then lasts until the page closes.
function read(name: string): boolean {
  try {
    return localStorage.getItem(name) === "dismissed";
  } catch {
    return false;
  }
}

function write(name: string, dismissed: boolean): void {
  try {
    if (dismissed) localStorage.setItem(name, "dismissed");
    else localStorage.removeItem(name);
  } catch {
    return;
  }
}
