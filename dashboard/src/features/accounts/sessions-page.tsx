import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Session } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { QueryError } from "../../query-error.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Monitor, MonitorSmartphone, Smartphone } from "../../ui/icons.gen.ts";
import { SectionHeader } from "../../ui/section-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.ts";
import { describeUserAgent } from "./describe-user-agent.ts";
import { endOtherSessions, endSession, sessionsQuery } from "./settings.ts";

export function SessionsPage() {
  const [endingAll, setEndingAll] = useState(false);
  const query = useQuery(sessionsQuery);
  const sessions = query.data?.sessions;
  const hasOthers = sessions?.some((session) => !session.current) ?? false;
  return (
    <section>
      <SectionHeader
        title="Sessions"
        description="Devices where you are signed in. Sessions last 7 days. Changing your password ends all other sessions."
        actions={
          hasOthers ? <Button onClick={() => setEndingAll(true)}>End all other sessions</Button> : null
        }
      />
      <Card className="overflow-hidden">
        {query.error && !sessions ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ul aria-label="Sessions" aria-busy={!sessions} className="divide-y">
            {sessions?.map((session) => <SessionRow key={session.id} session={session} />) ?? <LoadingRow />}
          </ul>
        )}
      </Card>
      {endingAll ? <EndOthersDialog onClose={() => setEndingAll(false)} /> : null}
    </section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const { name, isPhone } = describeUserAgent(session.user_agent);
  const ending = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: () => {
      showToast({ title: "Session ended", description: name });
      return queryClient.invalidateQueries(sessionsQuery);
    },
    onError: (error) =>
      showToast({ tone: "bad", title: "Could not end session", description: error.message }),
  });
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li data-row="" className="flex items-center gap-4 px-5 py-4 -outline-offset-6">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span title={session.user_agent}>{name}</span>
          {session.current ? <Badge tone="good">This session</Badge> : null}
        </p>
        <p className="mt-0.5 text-[13px] break-words text-ink-soft">
          {session.ip || "Unknown address"} · signed in <Time value={session.created_at} />
          {!session.current ? (
            <>
              {" "}
              · last seen <Time value={session.last_seen_at} />
            </>
          ) : null}
        </p>
      </div>
      {session.current ? null : (
        <Button
          size="sm"
          busy={ending.isPending}
          aria-label={`End session: ${name}`}
          onClick={() => ending.mutate()}
        >
          End
        </Button>
      )}
    </li>
  );
}

function LoadingRow() {
  return (
    <li className="flex items-center gap-4 px-5 py-4">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="w-40" />
        <Skeleton className="w-64 max-w-full" />
      </span>
    </li>
  );
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const ending = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => {
      onClose();
      showToast({ title: "All other sessions ended" });
      return queryClient.invalidateQueries(sessionsQuery);
    },
  });
  return (
    <ConfirmDialog
      title="End all other sessions?"
      confirmLabel="End sessions"
      busy={ending.isPending}
      error={formError(ending.error, [])}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      All other browsers are signed out. API keys keep working.
    </ConfirmDialog>
  );
}
