import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../query-error.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ReadOnlyForViewers } from "../accounts/viewers.tsx";
import { deliveryQuery, MODE_NAMES } from "./delivery.ts";
import { ModeForm } from "./mode-form.tsx";

const MODES = ["capture", "relay", "direct"] as const;

export function DeliveryPage() {
  const { data: delivery, error, refetch } = useQuery(deliveryQuery);
  return (
    <div className="grid max-w-2xl gap-6">
      <Card>
        {delivery ? (
          <>
            <CardHeader
              title="Delivery"
              description="How this instance sends mail. Routing rules can make exceptions."
              actions={
                <Badge tone={delivery.mode === "capture" ? "warn" : "good"}>
                  {MODE_NAMES[delivery.mode]}
                </Badge>
              }
            />
            <CardBody>
              <ReadOnlyForViewers>
                <ModeForm
                  key={`${delivery.mode} ${delivery.relay_id}`}
                  delivery={delivery}
                  modes={MODES}
                  initial={delivery.mode}
                />
              </ReadOnlyForViewers>
            </CardBody>
          </>
        ) : error ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true" className="grid gap-4 p-5">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-24 w-full" />
          </div>
        )}
      </Card>
      <p className="text-[13px] text-ink-soft">
        New here? <TextLink to="/go-live">Go live</TextLink> walks you through delivery, your domain and a
        test email. Relays and rules are on the <TextLink to="/routing">Routing</TextLink> page.
      </p>
    </div>
  );
}
