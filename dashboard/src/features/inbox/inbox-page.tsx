import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { LiveSign } from "../../ui/live-sign.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useSteadyRows } from "../../ui/use-steady-rows.ts";
import { CaptureNote } from "./capture-note.tsx";
import { capturedQuery } from "./captured-query.ts";
import { EmptyInbox } from "./empty-inbox.tsx";
import type { InboxSearch } from "./inbox-search.ts";
import { MessageList } from "./message-list.tsx";
import { MessagePane } from "./message-pane.tsx";

/** Captured mail as its recipients would see it: list on the left, message on the right; on a phone one of the two. */
export function InboxPage() {
  const search = useSearch({ from: "/app/inbox" });
  const navigate = useNavigate({ from: "/inbox" });
  const list = useRef<HTMLDivElement>(null);
  const captured = useQuery(capturedQuery(search));
  const steady = useSteadyRows({
    latest: captured.data?.emails,
    checkedAt: captured.dataUpdatedAt,
    question: captured.isPlaceholderData ? "" : JSON.stringify([search.search, search.cursor]),
    list,
  });
  const shownId = useShownId(search.id, steady.rows?.[0]?.id);
  const change = (next: Partial<InboxSearch>): void =>
    void navigate({ search: (current) => ({ ...current, ...next }), replace: true, resetScroll: false });

  const isEmpty = steady.rows?.length === 0 && search.search === undefined && search.cursor === undefined;
  return (
    <div className={cx(search.id !== undefined && "max-lg:[&>header]:sr-only")}>
      <PageHeader
        title="Inbox"
        description={<CaptureNote />}
        actions={search.cursor === undefined ? <LiveSign lost={captured.isError} /> : null}
      />
      {isEmpty ? (
        <EmptyInbox />
      ) : (
        <Card className="grid overflow-hidden lg:h-[max(32rem,calc(100dvh-11.5rem))] lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)]">
          <MessageList
            captured={captured}
            steady={steady}
            scroller={list}
            shownId={shownId}
            onSearch={(text) => change({ search: text || undefined, cursor: undefined, id: undefined })}
            className={cx(search.id !== undefined && "max-lg:hidden")}
          />
          <MessagePane
            id={shownId}
            view={search.view ?? "preview"}
            onView={(view) => change({ view: view === "preview" ? undefined : view })}
            className={cx(search.id === undefined && "max-lg:hidden")}
          />
        </Card>
      )}
    </div>
  );
}

/** Without a selection, shows the first message at the time the page opened, so that newer ones do not replace it. */
function useShownId(chosen: string | undefined, topmost: string | undefined): string | undefined {
  const [opened, setOpened] = useState<string | undefined>(undefined);
  if (opened === undefined && topmost !== undefined) setOpened(topmost);
  return chosen ?? opened ?? topmost;
}
