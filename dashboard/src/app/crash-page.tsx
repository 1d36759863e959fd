import type { ErrorComponentProps } from "@tanstack/react-router";
import { QueryError } from "../query-error.tsx";

/** Shown when a page throws, or when loading the sign-in state fails. */
export function CrashPage({ error }: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <QueryError
        title="Could not show this page"
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
