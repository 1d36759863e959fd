import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { Magnifier } from "./ui/drawings/magnifier.ts";
import { EmptyState } from "./ui/empty-state.tsx";
import { ErrorState } from "./ui/error-state.tsx";
import { NoMatch } from "./ui/no-match.tsx";

type QueryErrorProps = {
  title?: string;
  error: Error;
  onRetry: () => void;
};

/** A failed query, with a retry button except for a 404: retrying does not help there. */
export function QueryError({ title = "Could not load this", error, onRetry }: QueryErrorProps) {
  if (!(error instanceof ApiError)) {
    return <ErrorState title={title} message="Something went wrong." onRetry={onRetry} />;
  }
  if (error.status === 404) {
    return (
      <EmptyState drawing={Magnifier} title="Not found">
        {error.message}
      </EmptyState>
    );
  }
  return <ErrorState title={title} message={error.message} requestId={error.requestId} onRetry={onRetry} />;
}

/** The error state of a list. Null while it has data: a failed refresh must not remove the rows and their open menus. */
export function queryFailure({ data, error, refetch }: Pick<UseQueryResult, "data" | "error" | "refetch">) {
  return error && data === undefined ? <QueryError error={error} onRetry={() => void refetch()} /> : null;
}

/** When the server rejects a filter, retrying does not help: the user has to change it. */
export function rejectedFilter(error: Error | null, onClear: () => void) {
  const field = error instanceof ApiError ? error.fields[0] : undefined;
  if (!field) return null;
  return (
    <NoMatch title="Check the filters" onClear={onClear}>
      <span className="capitalize">{field.path}</span> {field.message}.
    </NoMatch>
  );
}
