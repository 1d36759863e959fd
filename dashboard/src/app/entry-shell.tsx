import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

/** The frame of the sign-in pages: one narrow column. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-10 sm:pt-[14vh]">
      <header>
        <Logo />
      </header>
      <main className="w-full max-w-sm py-8">{children}</main>
    </div>
  );
}

export function EntryShell() {
  return (
    <EntryFrame>
      <Outlet />
    </EntryFrame>
  );
}
