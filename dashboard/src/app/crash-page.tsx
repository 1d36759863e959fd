import type { ErrorComponentProps } from "@tanstack/react-router";
import { QueryError } from "../query-error.tsx";

/** What is left when a page throws, or when the server cannot even say who is signed in. */
export function CrashPage({ error }: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <QueryError
        title="This page could not be shown"
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
