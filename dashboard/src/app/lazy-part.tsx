import type { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, Suspense } from "react";
import { lazyPage } from "./lazy-page.ts";

type Preload = () => unknown;

/** The parts to load when the browser is idle. Null: it was idle, and parts of later pages load with their pages. */
let waiting: Preload[] | null = [];

/** A part of a page, such as a dialog, in a script of its own, because the page does not need it at first. */
export const lazyPart = ((load: () => Promise<Record<string, unknown>>, name: string) => {
  const Part = lazyPage(load, name) as ComponentType<object> & { preload?: Preload };
  const preload = () => Part.preload?.();
  if (waiting) waiting.push(preload);
  else void preload();
  return (props: object) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}) as typeof lazyRouteComponent;

/** Loads the scripts of all parts, so that dialogs open at once, also while the server restarts. Call it when the browser is idle. */
export function preloadParts(): void {
  for (const preload of waiting ?? []) void preload();
  waiting = null;
}
