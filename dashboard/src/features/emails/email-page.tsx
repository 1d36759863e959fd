import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { ApiError } from "../../api.ts";
import type { EmailDetail } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { buttonStyles } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Magnifier } from "../../ui/drawings/magnifier.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useTabTitle } from "../../ui/use-tab-title.ts";
import { EmailHeader } from "./email-header.tsx";
import type { EmailPageSearch } from "./email-page-search.ts";
import { EmailSkeleton } from "./email-skeleton.tsx";
import { emailQuery } from "./emails.ts";
import { MessageViews } from "./message-views.tsx";
import { RecipientsCard } from "./recipients-card.tsx";
import { TimelineCard, type TimelineView } from "./timeline/timeline-card.tsx";

export function EmailPage() {
  const { emailId } = useParams({ from: "/app/emails/$emailId" });
  const { data: email, error, refetch } = useQuery(emailQuery(emailId));
  useTabTitle(email ? email.subject.slice(0, 100) || "No subject" : "Email");
  return (
    <>
      <BackLink to="/emails" className="mb-4">
        Emails
      </BackLink>
      {email ? null : <h1 className="sr-only">Email</h1>}
      {email ? <Email email={email} /> : null}
      {!email && error ? <NotShown error={error} onRetry={() => void refetch()} /> : null}
      {email || error ? null : <EmailSkeleton />}
    </>
  );
}

function Email({ email }: { email: EmailDetail }) {
  const { view = "preview", recipient, machines } = useSearch({ from: "/app/emails/$emailId" });
  const navigate = useNavigate({ from: "/emails/$emailId" });
  const change = (next: EmailPageSearch): void =>
    void navigate({ search: (current) => ({ ...current, ...next }), replace: true, resetScroll: false });
  const timeline = useMemo(
    () => ({ position: positionOf(recipient), showsMachines: machines === "on" }),
    [recipient, machines],
  );
  const onTimeline = ({ position, showsMachines }: TimelineView): void =>
    change({ recipient: position?.toString(), machines: showsMachines ? "on" : undefined });
  return (
    <>
      <EmailHeader email={email} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card aria-label="Message" className="min-w-0 px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
          <MessageViews
            email={email}
            view={view}
            onView={(next) => change({ view: next === "preview" ? undefined : next })}
          />
        </Card>
        <div className="grid min-w-0 gap-6">
          <RecipientsCard
            email={email}
            chosen={timeline.position}
            onChoose={(position) => onTimeline({ ...timeline, position })}
          />
          <TimelineCard email={email} view={timeline} onView={onTimeline} />
        </div>
      </div>
    </>
  );
}

function positionOf(recipient: string | undefined): number | undefined {
  return recipient === undefined ? undefined : Number(recipient);
}

function NotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Card>
      {isMissing ? (
        <EmptyState
          drawing={Magnifier}
          title="Email not found"
          action={
            <Link to="/emails" className={buttonStyles()}>
              All emails
            </Link>
          }
        >
          Check the address. The email may belong to another account.
        </EmptyState>
      ) : (
        <QueryError error={error} onRetry={onRetry} />
      )}
    </Card>
  );
}
