import type { Settings } from "../../api-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** The delivery mode. Operators change it on the delivery page. */
export function DeliveryCard({ settings }: { settings: Settings }) {
  const { delivery, version } = settings;
  return (
    <Card>
      <CardHeader
        title="Delivery"
        description="How this instance sends mail."
        actions={
          delivery.mode === "capture" ? (
            <Badge tone="warn">Test mode</Badge>
          ) : (
            <Badge tone="good">{delivery.mode === "direct" ? "Direct" : "Relay"}</Badge>
          )
        }
      />
      <CardBody className="grid gap-3 text-ink-soft">
        {delivery.mode === "direct" ? (
          <p>Emails are sent directly to recipients' servers.</p>
        ) : delivery.mode === "capture" ? (
          <p>
            Emails are captured in the <TextLink to="/inbox">inbox</TextLink> and not delivered.
          </p>
        ) : (
          <p>
            Emails are sent through{" "}
            <code className="font-mono text-[13px] text-ink">{delivery.relay_host ?? "the relay"}</code>.
          </p>
        )}
        {settings.operator ? (
          <p>
            <TextLink to="/settings/delivery">Change delivery</TextLink>
          </p>
        ) : null}
        <p className="text-[13px] text-ink-faint">Posthouse {version}</p>
      </CardBody>
    </Card>
  );
}
