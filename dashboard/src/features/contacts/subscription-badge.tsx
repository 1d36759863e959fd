import { Badge } from "../../ui/badge.tsx";

export function SubscriptionBadge({ subscribed }: { subscribed: boolean }) {
  return (
    <Badge tone={subscribed ? "good" : "neutral"} dot="still">
      {subscribed ? "Subscribed" : "Unsubscribed"}
    </Badge>
  );
}
