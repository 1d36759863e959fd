import type { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, Suspense } from "react";
import { lazyPage } from "./lazy-page.ts";

type Preload = () => unknown;

/** The dialogs to load when the browser is idle. Null: it was idle, and dialogs of later pages load with their pages. */
let waiting: Preload[] | null = [];

/** A dialog in a script of its own, because the page that opens it does not need it at first. */
export const lazyDialog = ((load: () => Promise<Record<string, unknown>>, name: string) => {
  const Dialog = lazyPage(load, name) as ComponentType<object> & { preload?: Preload };
  const preload = () => Dialog.preload?.();
  if (waiting) waiting.push(preload);
  else void preload();
  return (props: object) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}) as typeof lazyRouteComponent;

/** Loads the scripts of all dialogs, so that they open at once, also while the server restarts. Call it when the browser is idle. */
export function preloadDialogs(): void {
  for (const preload of waiting ?? []) void preload();
  waiting = null;
}
