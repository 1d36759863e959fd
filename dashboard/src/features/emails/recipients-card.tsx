import { useState } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ResendDialog } from "./actions/resend-dialog.tsx";
import { filterRecipients, type RecipientFilter } from "./recipient-filter.ts";
import { RecipientRow } from "./recipient-row.tsx";
import { RecipientsFilter } from "./recipients-filter.tsx";

// A few recipients are shown with their timelines; more are a list.
const OPEN_UP_TO = 3;
const FILTER_FROM = 6;
const PAGE_SIZE = 50;

/** The recipients and their outcomes. */
export function RecipientsCard({ email }: { email: EmailDetail }) {
  const [filter, setFilter] = useState<RecipientFilter>({ state: null, text: "" });
  const [resending, setResending] = useState<string | null>(null);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { recipients } = email;
  const matching = filterRecipients(recipients, filter);
  const shown = matching.slice(0, limit);
  const rest = matching.length - shown.length;
  return (
    <Card id="recipients" className="min-w-0 scroll-mt-20">
      <CardHeader
        title={recipients.length === 1 ? "Recipient" : `${recipients.length.toLocaleString("en")} recipients`}
      />
      {recipients.length >= FILTER_FROM ? (
        <RecipientsFilter recipients={recipients} filter={filter} onFilter={setFilter} />
      ) : null}
      <ul className="mt-3 divide-y border-t">
        {shown.map((recipient) => (
          <RecipientRow
            key={recipient.address}
            emailId={email.id}
            recipient={recipient}
            acceptedAt={email.created_at}
            changes={email.changes}
            onResend={email.content_removed ? undefined : setResending}
            initiallyOpen={recipients.length <= OPEN_UP_TO}
          />
        ))}
      </ul>
      {matching.length === 0 ? (
        <p className="px-5 pt-2 pb-8 text-center text-ink-soft">No recipients match.</p>
      ) : null}
      {rest > 0 ? (
        <div className="border-t p-3 text-center">
          <Button size="sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show {Math.min(rest, PAGE_SIZE)} more of {rest.toLocaleString("en")}
          </Button>
        </div>
      ) : null}
      {resending === null ? null : (
        <ResendDialog email={email} to={resending} onClose={() => setResending(null)} />
      )}
    </Card>
  );
}
