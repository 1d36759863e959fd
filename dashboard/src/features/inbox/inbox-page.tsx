import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { withQuery } from "../../api.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { ExportButton } from "../../ui/export-button.tsx";
import { LiveSign } from "../../ui/live-sign.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useSteadyRows } from "../../ui/use-steady-rows.ts";
import { CaptureNote } from "./capture-note.tsx";
import { type InboxEmail, inboxQuery } from "./inbox.ts";
import { useInboxActions } from "./inbox-actions.ts";
import { apiFilters, hasFilters, type InboxSearch, inboxFilters } from "./inbox-search.ts";
import { MessageList } from "./message-list.tsx";
import { MessagePane } from "./message-pane.tsx";
import { nearestOutside } from "./nearest-outside.ts";

const EmptyInbox = lazyPart(() => import("./empty-inbox.tsx"), "EmptyInbox");

/** Captured mail as its recipients would see it: list on the left, message on the right; on a phone one of the two. */
export function InboxPage() {
  const search = useSearch({ from: "/app/inbox" });
  const navigate = useNavigate({ from: "/inbox" });
  const list = useRef<HTMLDivElement>(null);
  const inbox = useQuery(inboxQuery(search));
  const actions = useInboxActions();
  const question = inbox.isPlaceholderData ? "" : JSON.stringify([inboxFilters(search), search.cursor]);
  const latest = useSteadyRows({
    latest: inbox.data?.emails,
    checkedAt: inbox.dataUpdatedAt,
    question,
    list,
  });
  const steady = { ...latest, rows: withoutDeleted(latest.rows, inbox.data?.emails, actions.deleted) };
  const openedId = useOpenedId({ question, topmost: steady.rows?.[0]?.id, ...actions });
  const shownId = search.id ?? openedId;
  const change = (next: Partial<InboxSearch>): void =>
    // The state has the way back to the previous pages.
    void navigate({
      search: (current) => ({ ...current, ...next }),
      replace: true,
      resetScroll: false,
      state: true,
    });

  const isEmpty = steady.rows?.length === 0 && !hasFilters(search) && search.cursor === undefined;
  const shown = steady.rows?.find(({ id }) => id === shownId);
  /** The next message takes the place of a deleted one that is shown. */
  const deleteAndLeave = (ids: string[]): void => {
    actions.delete(ids);
    if (shownId === undefined || !ids.includes(shownId)) return;
    const next = nearestOutside(steady.rows?.map(({ id }) => id) ?? [], shownId, ids);
    // A message that is opened leaves the list of unread ones.
    const staysUnread = search.id === undefined && search.is === "unread";
    change({ id: isNarrow() || staysUnread ? undefined : next });
  };
  return (
    <div className={cx(search.id !== undefined && "max-lg:[&>header]:sr-only")}>
      <PageHeader
        title="Inbox"
        description={<CaptureNote />}
        actions={
          <>
            {search.cursor === undefined ? <LiveSign lost={inbox.isError} /> : null}
            {isEmpty ? null : <ExportButton path={withQuery("/api/inbox/export", apiFilters(search))} />}
          </>
        }
      />
      {isEmpty ? (
        <EmptyInbox />
      ) : (
        <Card className="grid overflow-hidden lg:h-[max(32rem,calc(100dvh-11.5rem))] lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)]">
          <MessageList
            inbox={inbox}
            steady={steady}
            scroller={list}
            shownId={shownId}
            actions={{ ...actions, delete: deleteAndLeave }}
            onChange={change}
            className={cx(search.id !== undefined && "max-lg:hidden")}
          />
          <MessagePane
            id={shownId}
            isUnread={shown && !shown.read}
            isOpened={search.id !== undefined}
            staysUnread={search.id === undefined && search.is === "unread"}
            onMark={(id, read) => actions.mark({ ids: [id], read })}
            onDelete={(id) => deleteAndLeave([id])}
            view={search.view ?? "preview"}
            onView={(view) => change({ view: view === "preview" ? undefined : view })}
            className={cx(search.id === undefined && "max-lg:hidden")}
          />
        </Card>
      )}
    </div>
  );
}

type Opening = {
  /** Identifies the filters and the page. Empty while the rows are still those of the previous ones. */
  question: string;
  topmost: string | undefined;
  deleted: ReadonlySet<string>;
};

/** Without a selection, the first message at the time the list opened is shown, so that newer ones do not replace it. */
function useOpenedId({ question, topmost, deleted }: Opening): string | undefined {
  const [opened, setOpened] = useState<{ id: string; question: string } | undefined>(undefined);
  const isSameList = question === "" || question === opened?.question;
  if (opened && isSameList && !deleted.has(opened.id)) return opened.id;
  if (topmost !== undefined) setOpened({ id: topmost, question });
  return topmost;
}

/** If all rows are deleted: those of the latest load. Undefined, as while loading, if that is older than the deletion. */
function withoutDeleted(
  rows: InboxEmail[] | undefined,
  latest: InboxEmail[] | undefined,
  deleted: ReadonlySet<string>,
): InboxEmail[] | undefined {
  const isLeft = ({ id }: InboxEmail): boolean => !deleted.has(id);
  const left = rows?.filter(isLeft);
  if (left?.length !== 0 || latest === undefined || latest.length === 0) return left;
  const next = latest.filter(isLeft);
  return next.length === 0 ? undefined : next;
}

function isNarrow(): boolean {
  return !window.matchMedia("(min-width: 64rem)").matches;
}
