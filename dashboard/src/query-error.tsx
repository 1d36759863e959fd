import { SearchX } from "lucide-react";
import { ApiError } from "./api.ts";
import { EmptyState } from "./ui/empty-state.tsx";
import { ErrorState } from "./ui/error-state.tsx";

type QueryErrorProps = {
  title?: string;
  error: Error;
  onRetry: () => void;
};

/** A query that failed, said so that its reader can act. What is not there will not be there on the next try either. */
export function QueryError({ title = "This could not be loaded", error, onRetry }: QueryErrorProps) {
  if (!(error instanceof ApiError)) {
    return <ErrorState title={title} message="Something went wrong in this page." onRetry={onRetry} />;
  }
  if (error.status === 404) {
    return (
      <EmptyState icon={SearchX} title="Not found">
        {error.message}
      </EmptyState>
    );
  }
  return <ErrorState title={title} message={error.message} requestId={error.requestId} onRetry={onRetry} />;
}
