import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { settingsQuery } from "../features/accounts/settings.ts";
import { ModeChip } from "../features/delivery/mode-chip.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { Menu as MenuIcon } from "../ui/icons.gen.ts";
import { useShortcuts } from "./keyboard/use-shortcuts.ts";
import { lazyPart } from "./lazy-part.tsx";
import { Logo } from "./logo.tsx";
import { Reconnecting } from "./reconnecting.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useOnNewPage } from "./use-on-new-page.ts";

// In scripts of their own, because no page needs them at first.
const Palette = lazyPart(() => import("./palette/palette.tsx"), "Palette");
const ShortcutsDialog = lazyPart(() => import("./keyboard/shortcuts-dialog.tsx"), "ShortcutsDialog");

/** The frame of every signed-in page: a sidebar on wide screens, a top bar with a drawer on narrow ones. */
export function AppShell() {
  const [open, setOpen] = useState<"menu" | "palette" | "shortcuts" | null>(null);
  const { data: settings } = useQuery(settingsQuery);
  const main = useRef<HTMLElement>(null);
  const close = useCallback(() => setOpen(null), []);
  const openPalette = useCallback(() => setOpen("palette"), []);
  const showShortcuts = useCallback(() => setOpen("shortcuts"), []);
  const isFocusDue = useRef(false);
  useOnNewPage(() => {
    isFocusDue.current = true;
    // The browser's Back leads to a page too, without a press in the menu. A dialog of the palette may hold input.
    if (open !== "palette") close();
  });
  useEffect(() => {
    // A page under a dialog cannot take the focus.
    if (!isFocusDue.current || open !== null) return;
    isFocusDue.current = false;
    focusOn(main.current);
  });
  useShortcuts({ openPalette, showShortcuts });
  const dialog = { isOperator: settings?.operator === true, onClose: close };
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only rounded-lg bg-accent px-4 py-2 font-medium text-white focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-canvas/90 px-3 backdrop-blur lg:hidden">
        <button
          type="button"
          aria-label="Open menu"
          onClick={() => setOpen("menu")}
          className="grid size-10 place-items-center rounded-lg text-ink-soft hover:bg-hover"
        >
          <MenuIcon aria-hidden="true" className="size-5" />
        </button>
        <Logo />
        <ModeChip />
      </header>
      {open === "menu" ? (
        <Drawer label="Menu" onClose={close}>
          <Sidebar onNavigate={close} onOpenPalette={openPalette} onShowShortcuts={showShortcuts} />
        </Drawer>
      ) : null}
      <aside aria-label="Sidebar" className="sticky top-0 hidden h-dvh border-r bg-subtle/50 lg:block">
        <Sidebar onOpenPalette={openPalette} onShowShortcuts={showShortcuts} />
      </aside>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[112rem] px-4 py-6 outline-none sm:px-8 sm:py-10"
      >
        <Outlet />
      </main>
      <Reconnecting />
      {open === "palette" ? <Palette {...dialog} onShowShortcuts={showShortcuts} /> : null}
      {open === "shortcuts" ? <ShortcutsDialog {...dialog} /> : null}
    </div>
  );
}

/** A new page takes the focus, as a page load does, unless it was opened from within the page (tabs, rows). */
function focusOn(main: HTMLElement | null): void {
  // Taking the focus from a menu that was opened while the page loaded would close it.
  const isTaken = main?.contains(document.activeElement) || document.querySelector('[role="menu"]');
  if (!isTaken) main?.focus({ preventScroll: true });
}
