import { useState } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { useIsViewer } from "../accounts/viewers.tsx";
import { filterRecipients, type RecipientFilter } from "./recipient-filter.ts";
import { RecipientRow } from "./recipient-row.tsx";
import { RecipientsFilter } from "./recipients-filter.tsx";

const ResendDialog = lazyPart(() => import("./actions/resend-dialog.tsx"), "ResendDialog");

const FILTER_FROM = 6;
const PAGE_SIZE = 50;

type RecipientsCardProps = {
  email: EmailDetail;
  /** The position of the recipient whose timeline is shown; undefined: of all. */
  chosen: number | undefined;
  onChoose: (position: number | undefined) => void;
};

/** The recipients and their outcomes. With several, each limits the timeline to itself. */
export function RecipientsCard({ email, chosen, onChoose }: RecipientsCardProps) {
  const [filter, setFilter] = useState<RecipientFilter>({ state: null, text: "" });
  const [resending, setResending] = useState<string | null>(null);
  const isViewer = useIsViewer();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { recipients } = email;
  const matching = filterRecipients(recipients, filter);
  const shown = matching.slice(0, limit);
  const rest = matching.length - shown.length;
  return (
    <Card id="recipients" className="min-w-0 scroll-mt-20 overflow-hidden">
      <CardHeader
        title={recipients.length === 1 ? "Recipient" : `${recipients.length.toLocaleString("en")} recipients`}
      />
      {recipients.length >= FILTER_FROM ? (
        <RecipientsFilter recipients={recipients} filter={filter} onFilter={setFilter} />
      ) : null}
      <ul
        className={cx(
          "mt-3 divide-y border-t",
          // The timeline below stays within reach.
          recipients.length >= FILTER_FROM && "max-h-80 overflow-y-auto overscroll-contain",
        )}
      >
        {shown.map((recipient) => (
          <RecipientRow
            key={recipient.position}
            recipient={recipient}
            onResend={email.content_removed || isViewer ? undefined : setResending}
            isChosen={recipient.position === chosen}
            onChoose={recipients.length === 1 ? undefined : onChoose}
          />
        ))}
        {rest > 0 ? (
          <li className="p-3 text-center">
            <Button size="sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
              Show {Math.min(rest, PAGE_SIZE)} more of {rest.toLocaleString("en")}
            </Button>
          </li>
        ) : null}
      </ul>
      {matching.length === 0 ? (
        <p className="px-5 pt-2 pb-8 text-center text-ink-soft">No recipients match.</p>
      ) : null}
      {resending === null ? null : (
        <ResendDialog email={email} to={resending} onClose={() => setResending(null)} />
      )}
    </Card>
  );
}
