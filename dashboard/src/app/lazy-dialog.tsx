import type { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, Suspense } from "react";
import { lazyPage } from "./lazy-page.ts";

/** A dialog in a script of its own, because the page that opens it does not need it at first. */
export const lazyDialog = ((load: () => Promise<Record<string, unknown>>, name: string) => {
  const Dialog = lazyPage(load, name) as ComponentType<object>;
  return (props: object) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}) as typeof lazyRouteComponent;
