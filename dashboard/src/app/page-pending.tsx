import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Spinner } from "../ui/spinner.tsx";
import { useDelayed } from "../ui/use-delayed.ts";

const NOTICEABLE_MS = 1_000;

/**
 * The current page, with a spinner while the next one takes noticeably long to load. The router's own way to show one, a pending
 * component, throws promises, and Preact renders forever if one is already resolved (decision 62).
 */
export function PagePending({ children }: { children?: ReactNode }) {
  const isPending = useRouterState({ select: ({ status }) => status === "pending" });
  const isSlow = useDelayed(isPending, NOTICEABLE_MS) && isPending;
  return (
    <>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-0 z-30 grid place-items-center text-ink-faint"
      >
        {isSlow ? (
          <>
            <Spinner className="size-5" />
            <span className="sr-only">Loading</span>
          </>
        ) : null}
      </div>
    </>
  );
}
