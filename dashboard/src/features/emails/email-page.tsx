import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ApiError } from "../../api.ts";
import type { EmailDetail } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { buttonStyles } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MailQuestionMark } from "../../ui/icons.gen.ts";
import { useTabTitle } from "../../ui/use-tab-title.ts";
import { EmailHeader } from "./email-header.tsx";
import { EmailSkeleton } from "./email-skeleton.tsx";
import { emailQuery } from "./emails.ts";
import { MessageViews } from "./message-views.tsx";
import { RecipientsCard } from "./recipients-card.tsx";

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
  const { view = "preview" } = useSearch({ from: "/app/emails/$emailId" });
  const navigate = useNavigate({ from: "/emails/$emailId" });
  return (
    <>
      <EmailHeader email={email} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card aria-label="Message" className="min-w-0 px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
          <MessageViews
            email={email}
            view={view}
            onView={(next) =>
              void navigate({
                search: { view: next === "preview" ? undefined : next },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Card>
        <RecipientsCard email={email} />
      </div>
    </>
  );
}

function NotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Card>
      {isMissing ? (
        <EmptyState
          icon={MailQuestionMark}
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
