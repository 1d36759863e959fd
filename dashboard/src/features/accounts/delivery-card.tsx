import type { Settings } from "../../api-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** The delivery mode. An environment setting, so it is read-only here. */
export function DeliveryCard({ settings }: { settings: Settings }) {
  const { delivery, version } = settings;
  return (
    <Card>
      <CardHeader
        title="Delivery"
        description="Set by the server's environment."
        actions={
          delivery.mode === "capture" ? (
            <Badge tone="violet">Test mode</Badge>
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
            Emails are captured in the <TextLink to="/inbox">inbox</TextLink> and not delivered. To deliver,
            restart the server with <code className="font-mono text-[13px] text-ink">SMTP_RELAY_URL</code> or{" "}
            <code className="font-mono text-[13px] text-ink">DELIVERY=direct</code>.
          </p>
        ) : (
          <p>
            Emails are sent through{" "}
            <code className="font-mono text-[13px] text-ink">{delivery.relay_host ?? "the relay"}</code>.
          </p>
        )}
        <p className="text-[13px] text-ink-faint">Posthouse {version}</p>
      </CardBody>
    </Card>
  );
}
