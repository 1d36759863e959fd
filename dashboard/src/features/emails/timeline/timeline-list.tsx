import type { EmailDetail } from "../../../api-types.ts";
import { EngagementMoment } from "./engagement-moment.tsx";
import { EventMoment } from "./event-moment.tsx";
import { Moment } from "./moment.tsx";
import { DecisionMoment, NextMoment } from "./next-moment.tsx";
import type { TimelineItem } from "./timeline-items.ts";
import { NextWebhookMoment, WebhookMoment } from "./webhook-moment.tsx";

type TimelineListProps = {
  email: EmailDetail;
  items: readonly TimelineItem[];
  /** Each item names its recipient. */
  namesRecipients?: boolean;
};

/** The life of an email, one line for each thing that happened. */
export function TimelineList({ email, items, namesRecipients = false }: TimelineListProps) {
  return (
    <ol aria-label="Timeline" className="ml-[7px]">
      {items.map((item) => (
        <Item key={item.key} email={email} item={item} namesRecipients={namesRecipients} />
      ))}
    </ol>
  );
}

type ItemProps = { email: EmailDetail; item: TimelineItem; namesRecipients: boolean };

function Item({ email, item, namesRecipients }: ItemProps) {
  const address =
    namesRecipients && "recipient" in item && item.recipient !== null ? item.recipient.address : undefined;
  switch (item.kind) {
    case "accepted":
      return (
        <Moment tone="neutral" title="Accepted" at={item.at}>
          {["Accepted and queued.", ...email.changes].join(" ")}
        </Moment>
      );
    case "event":
      return <EventMoment event={item.event} address={address} sinceMs={item.sinceMs} />;
    case "engagement":
      return <EngagementMoment engagement={item.engagement} address={address} sinceMs={item.sinceMs} />;
    case "webhook":
      return (
        <WebhookMoment
          delivery={item.delivery}
          attempt={item.attempt}
          address={address}
          sinceMs={item.sinceMs}
        />
      );
    case "decision":
      return <DecisionMoment emailId={email.id} recipient={item.recipient} address={address} />;
    case "next":
      return <NextMoment recipient={item.recipient} address={address} />;
    case "webhook-next":
      return <NextWebhookMoment delivery={item.delivery} at={item.at} />;
  }
}
