import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import type { ListInboxResponse } from "../../api.gen.ts";
import { QueryError } from "../../query-error.tsx";
import { buttonStyles } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { NewerButton } from "../../ui/newer-button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useCursorPages } from "../../ui/use-cursor-pages.ts";
import { type Selection, useSelection } from "../../ui/use-selection.ts";
import { useIsViewer } from "../accounts/viewers.tsx";
import type { InboxEmail } from "./inbox.ts";
import type { InboxActions } from "./inbox-actions.ts";
import { type InboxSearch, inboxFilters } from "./inbox-search.ts";
import { ListControls } from "./list-controls.tsx";
import { MessageItem } from "./message-item.tsx";
import { type RowActions, useListKeys } from "./use-list-keys.ts";

type MessageListProps = {
  inbox: UseQueryResult<ListInboxResponse>;
  steady: { rows: InboxEmail[] | undefined; newer: number; showNewer: () => void };
  scroller: RefObject<HTMLDivElement | null>;
  shownId: string | undefined;
  actions: InboxActions;
  onChange: (change: Partial<InboxSearch>) => void;
  className: string;
};

export function MessageList(props: MessageListProps) {
  const { inbox, steady, scroller, shownId, actions, onChange, className } = props;
  const search = useSearch({ from: "/app/inbox" });
  const { cursor } = search;
  const shownCursor = useRef(cursor);
  useEffect(() => {
    if (shownCursor.current !== cursor) scroller.current?.scrollTo({ top: 0 });
    shownCursor.current = cursor;
  }, [cursor, scroller]);
  const selection = useSelection(steady.rows?.map(({ id }) => id) ?? []);
  return (
    <div className={cx("flex min-h-0 min-w-0 flex-col lg:border-r", className)}>
      <ListControls
        search={search}
        unread={inbox.data ? describeUnread(inbox.data) : null}
        selection={selection}
        emails={steady.rows ?? []}
        actions={actions}
        onChange={onChange}
      />
      <div ref={scroller} className="min-h-0 flex-1 lg:overflow-y-auto">
        <NewerButton
          count={steady.newer}
          noun="email"
          onPress={() => {
            scroller.current?.scrollTo({ top: 0 });
            steady.showNewer();
          }}
        />
        {inbox.isError && !inbox.data ? (
          <QueryError error={inbox.error} onRetry={() => void inbox.refetch()} />
        ) : (
          <Messages
            rows={steady.rows}
            shownId={shownId}
            replaces={search.id !== undefined}
            selection={selection}
            onDelete={actions.delete}
            olderCursor={inbox.data?.pagination.next_cursor ?? null}
            fading={inbox.isPlaceholderData}
          />
        )}
      </div>
      <div className="border-t px-3 py-2 empty:hidden">
        <Pager
          cursor={search.cursor}
          pagination={inbox.data?.pagination}
          count={steady.rows?.length ?? 0}
          noun="message"
          isLoading={inbox.isPlaceholderData}
        />
      </div>
    </div>
  );
}

/** "1,000+" at the server's counting limit. */
function describeUnread({
  unread,
  unread_is_exact,
}: Pick<ListInboxResponse, "unread" | "unread_is_exact">): string {
  return `${unread.toLocaleString("en")}${unread_is_exact ? "" : "+"}`;
}

type MessagesProps = {
  rows: InboxEmail[] | undefined;
  shownId: string | undefined;
  replaces: boolean;
  selection: Selection;
  onDelete: (ids: string[]) => void;
  /** Leads to messages that were not searched yet. */
  olderCursor: string | null;
  fading: boolean;
};

function Messages({ rows, shownId, replaces, selection, onDelete, olderCursor, fading }: MessagesProps) {
  const isViewer = useIsViewer();
  const changing: RowActions = {
    onDelete: (index) => {
      const email = rows?.[index];
      if (email) onDelete([email.id]);
    },
    onSelect: (index) => {
      const email = rows?.[index];
      if (email) selection.toggle(email.id, false);
    },
  };
  const keys = useListKeys(rows !== undefined, isViewer ? {} : changing);
  if (rows === undefined) return <SkeletonItems />;
  if (rows.length === 0) return <NoMessages olderCursor={olderCursor} />;
  const reachable = rows.some(({ id }) => id === shownId) ? shownId : rows[0]?.id;
  return (
    <ul
      ref={keys.ref}
      aria-label="Messages"
      aria-busy={fading}
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
          isSelected={selection.selected.has(email.id)}
          onSelect={(isRange) => selection.toggle(email.id, isRange)}
        />
      ))}
    </ul>
  );
}

/** A search covers one part of a large inbox at a time. */
function NoMessages({ olderCursor }: { olderCursor: string | null }) {
  const search = useSearch({ from: "/app/inbox" });
  const { is, ...others } = inboxFilters(search);
  const { next } = useCursorPages(search.cursor, olderCursor);
  const isOnlyUnread = is === "unread" && !Object.values(others).some(Boolean);
  if (next === undefined && search.cursor !== undefined)
    return (
      <div className="grid justify-items-center gap-4 px-6 py-16 text-center text-ink-soft">
        <p>No more messages.</p>
        <Link
          from="/inbox"
          to="/inbox"
          search={(current) => ({ ...current, cursor: undefined })}
          className={buttonStyles({ size: "sm" })}
        >
          First page
        </Link>
      </div>
    );
  if (next === undefined) {
    return (
      <p className="px-6 py-16 text-center text-ink-soft">
        {isOnlyUnread ? "No unread messages." : "No messages match. Try another word or filter."}
      </p>
    );
  }
  return (
    <div className="grid justify-items-center gap-4 px-6 py-16 text-center text-ink-soft">
      <p>No matches in recent messages.</p>
      <Link
        from="/inbox"
        to="/inbox"
        search={(current) => ({ ...current, cursor: next.cursor })}
        state={{ trail: next.trail }}
        className={buttonStyles({ size: "sm" })}
      >
        Search older messages
      </Link>
    </div>
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
