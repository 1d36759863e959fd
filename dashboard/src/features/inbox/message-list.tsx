import type { UseQueryResult } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { RefObject } from "react";
import type { EmailSummary, Pagination } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { cx } from "../../ui/cx.ts";
import { NewerButton } from "../../ui/newer-button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MessageItem } from "./message-item.tsx";
import { useListKeys } from "./use-list-keys.ts";

type MessageListProps = {
  captured: UseQueryResult<{ emails: EmailSummary[]; pagination: Pagination }>;
  steady: { rows: EmailSummary[] | undefined; newer: number; showNewer: () => void };
  scroller: RefObject<HTMLDivElement | null>;
  shownId: string | undefined;
  onSearch: (text: string) => void;
  className: string;
};

export function MessageList(props: MessageListProps) {
  const { captured, steady, scroller, shownId, onSearch, className } = props;
  const search = useSearch({ from: "/app/inbox" });
  return (
    <div className={cx("flex min-h-0 min-w-0 flex-col lg:border-r", className)}>
      <div className="border-b p-3">
        <SearchInput label="Search subject or address" value={search.search ?? ""} onSearch={onSearch} />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 lg:overflow-y-auto">
        <NewerButton
          count={steady.newer}
          noun="email"
          onPress={() => {
            scroller.current?.scrollTo({ top: 0 });
            steady.showNewer();
          }}
        />
        {captured.isError && !captured.data ? (
          <QueryError error={captured.error} onRetry={() => void captured.refetch()} />
        ) : (
          <Messages
            rows={steady.rows}
            shownId={shownId}
            replaces={search.id !== undefined}
            fading={captured.isPlaceholderData}
          />
        )}
      </div>
      <div className="border-t px-3 py-2 empty:hidden">
        <Pager
          cursor={search.cursor}
          pagination={captured.data?.pagination}
          count={steady.rows?.length ?? 0}
          noun="message"
        />
      </div>
    </div>
  );
}

type MessagesProps = {
  rows: EmailSummary[] | undefined;
  shownId: string | undefined;
  replaces: boolean;
  fading: boolean;
};

function Messages({ rows, shownId, replaces, fading }: MessagesProps) {
  const keys = useListKeys(rows !== undefined);
  if (rows === undefined) return <SkeletonItems />;
  if (rows.length === 0) {
    return (
      <p className="px-6 py-16 text-center text-ink-soft">
        No messages match. Enter a recipient's full address.
      </p>
    );
  }
  const reachable = rows.some(({ id }) => id === shownId) ? shownId : rows[0]?.id;
  return (
    <ul
      ref={keys.ref}
      aria-label="Messages"
      onKeyDown={keys.onKeyDown}
      className={cx("divide-y transition-opacity", fading && "opacity-60")}
    >
      {rows.map((email) => (
        <MessageItem
          key={email.id}
          email={email}
          isShown={email.id === shownId}
          isReachable={email.id === reachable}
          replaces={replaces}
        />
      ))}
    </ul>
  );
}

const SKELETON_ITEMS = ["a", "b", "c", "d", "e", "f", "g"];

function SkeletonItems() {
  return (
    <div role="status" className="divide-y">
      <span className="sr-only">Loading messages</span>
      {SKELETON_ITEMS.map((item) => (
        <div key={item} className="grid gap-2.5 px-4 py-3.5">
          <Skeleton className="w-32" />
          <Skeleton className="w-52 max-w-full" />
        </div>
      ))}
    </div>
  );
}
