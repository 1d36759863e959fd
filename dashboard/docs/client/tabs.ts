const STORAGE_KEY = "docs-tab";

/** Tabs by the ARIA pattern. A choice applies to all tabs with this title, and to later visits. */
export function addTabs(): void {
  for (const list of document.querySelectorAll<HTMLElement>("[role=tablist]")) {
    list.addEventListener("click", ({ target }) => {
      if (target instanceof HTMLElement && target.role === "tab") chooseTitle(target);
    });
    list.addEventListener("keydown", (event) => {
      const next = tabAfterKey(list, event.key);
      if (!next) return;
      event.preventDefault();
      chooseTitle(next);
      next.focus();
    });
  }
  const stored = storedTitle();
  if (stored) showTitle(stored);
}

function tabAfterKey(list: HTMLElement, key: string): HTMLElement | null {
  const tabs = tabsOf(list);
  const at = tabs.findIndex(({ ariaSelected }) => ariaSelected === "true");
  const targets: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  return tabs[targets[key] ?? -1] ?? null;
}

/** Keeps the chosen tab where it is on the screen, because other tabs above it change their height. */
function chooseTitle(tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top;
  showTitle(tab.textContent ?? "");
  scrollBy(0, tab.getBoundingClientRect().top - before);
  try {
    localStorage.setItem(STORAGE_KEY, tab.textContent ?? "");
  } catch {
    // Storage can be blocked; the choice then lasts until the page closes.
  }
}

function showTitle(title: string): void {
  for (const list of document.querySelectorAll<HTMLElement>("[role=tablist]")) {
    const tabs = tabsOf(list);
    if (!tabs.some(({ textContent }) => textContent === title)) continue;
    for (const tab of tabs) {
      const isChosen = tab.textContent === title;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !isChosen;
    }
  }
}

function storedTitle(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function tabsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role=tab]")];
}
