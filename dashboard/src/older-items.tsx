import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { QueryError } from "./query-error.tsx";
import { Button } from "./ui/button.tsx";
import { CardFooter } from "./ui/card.tsx";

type OlderItemsProps = {
  query: Pick<
    UseInfiniteQueryResult,
    "error" | "isFetchNextPageError" | "fetchNextPage" | "refetch" | "hasNextPage" | "isFetchingNextPage"
  >;
};

/** The end of a card with a growing list: the error, and the button for older items. */
export function OlderItems({ query }: OlderItemsProps) {
  const { error, isFetchingNextPage: isLoading } = query;
  const loadOlder = (): void => void query.fetchNextPage();
  return (
    <>
      {error ? (
        <QueryError
          error={error}
          onRetry={query.isFetchNextPageError ? loadOlder : () => void query.refetch()}
        />
      ) : null}
      {query.hasNextPage ? (
        <CardFooter>
          {/* While it loads, presses are ignored; a disabled button would lose the focus. */}
          <Button aria-busy={isLoading || undefined} onClick={isLoading ? undefined : loadOlder}>
            Show older
          </Button>
        </CardFooter>
      ) : null}
    </>
  );
}
