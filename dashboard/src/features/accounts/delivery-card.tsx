import type { Settings } from "../../api-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** How this server hands mail on. Set where it runs, so it is shown here and not edited. */
export function DeliveryCard({ settings }: { settings: Settings }) {
  const { delivery, version } = settings;
  return (
    <Card>
      <CardHeader
        title="Delivery"
        description="Decided by the environment that the server was started with."
        actions={
          delivery.mode === "capture" ? (
            <Badge tone="violet">Capture</Badge>
          ) : (
            <Badge tone="good">{delivery.mode === "direct" ? "Direct" : "Relay"}</Badge>
          )
        }
      />
      <CardBody className="grid gap-3 text-ink-soft">
        {delivery.mode === "direct" ? (
          <p>Emails are handed to the mail servers of their recipients.</p>
        ) : delivery.mode === "capture" ? (
          <p>
            Nothing leaves this machine: every email is kept in the <TextLink to="/inbox">inbox</TextLink>. To
            deliver for real, start the server with{" "}
            <code className="font-mono text-[13px] text-ink">SMTP_RELAY_URL</code> or{" "}
            <code className="font-mono text-[13px] text-ink">DELIVERY=direct</code>.
          </p>
        ) : (
          <p>
            Emails are handed to{" "}
            <code className="font-mono text-[13px] text-ink">{delivery.relay_host ?? "the relay"}</code>.
          </p>
        )}
        <p className="text-[13px] text-ink-faint">Posthouse {version}</p>
      </CardBody>
    </Card>
  );
}
