import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EmailDetail } from "../../../api-types.ts";
import { QueryError } from "../../../query-error.tsx";
import { Button, buttonStyles } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { emailQuery } from "../../emails/emails.ts";
import { StatusBadge } from "../../emails/status-badge.tsx";
import { timelineOf } from "../../emails/timeline/timeline-items.ts";
import { TimelineList } from "../../emails/timeline/timeline-list.tsx";
import { pollWatched } from "./poll-watched.ts";

type WatchedEmailProps = {
  id: string;
  onAgain: () => void;
};

export function WatchedEmail({ id, onAgain }: WatchedEmailProps) {
  const query = useQuery({ ...emailQuery(id), refetchInterval: pollWatched });
  const email = query.data;
  return (
    <Card className="min-w-0">
      <CardHeader
        title={email?.status === "delivered" ? "You are live" : "Test email"}
        description={email ? describeOutcome(email) : undefined}
        actions={email ? <StatusBadge status={email.status} complained={email.complained} /> : null}
      />
      <CardBody>
        {!email && query.error ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {email || query.error ? null : <Skeleton className="h-24 w-full" />}
        <div aria-live="polite">
          {email ? (
            <TimelineList email={email} items={timelineOf(email, [], { showsMachines: false })} />
          ) : null}
        </div>
      </CardBody>
      <CardFooter>
        <Button onClick={onAgain}>Send another</Button>
        <Link to="/emails/$emailId" params={{ emailId: id }} className={buttonStyles()}>
          View email
        </Link>
        <Link to="/" className={buttonStyles({ variant: "primary" })}>
          Done
        </Link>
      </CardFooter>
    </Card>
  );
}

function describeOutcome({ status }: EmailDetail): string {
  switch (status) {
    case "delivered":
      return "The next server accepted the email. Check your inbox, and the spam folder if it is not there.";
    case "captured":
      return "The instance was in test mode when this email was accepted, so it is in the inbox. Go live, then send another.";
    case "queued":
    case "sending":
      return "The email is on its way.";
    case "deferred":
      return "Not delivered yet. Posthouse retries automatically. The last reply says why.";
    default:
      return "The email was not delivered to every recipient. The timeline shows why.";
  }
}
