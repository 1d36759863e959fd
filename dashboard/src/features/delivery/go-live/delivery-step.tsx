import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../../query-error.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { deliveryQuery, MODE_NAMES } from "../delivery.ts";
import { ModeForm } from "../mode-form.tsx";

const LIVE_MODES = ["relay", "direct"] as const;

export function DeliveryStep({ onDone }: { onDone: () => void }) {
  const { data: delivery, error, refetch } = useQuery(deliveryQuery);
  if (error && !delivery)
    return (
      <Card>
        <QueryError error={error} onRetry={() => void refetch()} />
      </Card>
    );
  const isLive = delivery !== undefined && delivery.mode !== "capture";
  return (
    <Card>
      <CardHeader
        title="How do you want to send mail?"
        description="A relay works from every network. Direct delivery needs a server with a good IP address."
      />
      <CardBody>
        {delivery === undefined ? <Skeleton className="h-24 w-full" /> : null}
        {isLive ? (
          <Alert>
            Mail is delivered: {MODE_NAMES[delivery.mode].toLowerCase()}.{" "}
            <TextLink to="/settings/delivery">Change delivery</TextLink>
          </Alert>
        ) : null}
        {delivery && !isLive ? (
          <ModeForm delivery={delivery} modes={LIVE_MODES} initial="relay" onSwitched={onDone} />
        ) : null}
      </CardBody>
      {isLive ? (
        <CardFooter>
          <Button variant="primary" onClick={onDone}>
            Continue
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  );
}
