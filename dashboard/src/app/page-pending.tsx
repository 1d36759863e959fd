import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Spinner } from "../ui/spinner.tsx";

const NOTICEABLE_MS = 1_000;

/**
 * The current page, with a spinner while the next one takes noticeably long to load. The router's own way to show one, a pending
 * component, throws promises, and Preact renders forever if one is already resolved (decision 62).
 */
export function PagePending({ children }: { children?: ReactNode }) {
  const isPending = useRouterState({ select: ({ status }) => status === "pending" });
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = window.setTimeout(() => setSlow(true), NOTICEABLE_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
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
