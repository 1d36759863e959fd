import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Webhook } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { UnreadyPage } from "../../unready-page.tsx";
import { DeliveriesSection } from "./deliveries/deliveries-section.tsx";
import { lossText } from "./describe-health.ts";
import { HealthCard } from "./health-card.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { StateBadge } from "./webhook-columns.tsx";
import { webhookQuery } from "./webhooks.ts";

const route = getRouteApi("/app/webhooks/$webhookId");

export function WebhookPage() {
  const { webhookId } = route.useParams();
  const query = useQuery(webhookQuery(webhookId));
  if (query.data) return <WebhookView webhook={query.data} />;
  return <UnreadyPage title="Webhook" back={<BackLink to="/webhooks">Webhooks</BackLink>} query={query} />;
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <PageHeader
        title={webhook.url}
        tabTitle={`${hostOf(webhook.url)} · Webhook`}
        back={<BackLink to="/webhooks">Webhooks</BackLink>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StateBadge webhook={webhook} />
            {webhook.description === null ? null : <span>{webhook.description}</span>}
          </span>
        }
        actions={<WebhookActions webhook={webhook} />}
      />
      <div className="grid gap-6">
        <Note webhook={webhook} />
        <LossNote health={webhook.health} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <HealthCard webhook={webhook} />
          <SettingsCard webhook={webhook} />
        </div>
        <DeliveriesSection webhook={webhook} />
      </div>
    </>
  );
}

const EVENTS_WAIT = "Events wait until they are older than the account's event retention.";

function Note({ webhook: { disabled_reason, failing_since, failures, health } }: { webhook: Webhook }) {
  if (disabled_reason === "gone")
    return (
      <Alert tone="bad">
        The server returned 410 (Gone), so this webhook was disabled. Enable it to continue where it stopped.{" "}
        {EVENTS_WAIT}
      </Alert>
    );
  if (disabled_reason === "failing")
    return (
      <Alert tone="bad">
        Every request failed on five days in a row, so this webhook was disabled. Enable it to continue where
        it stopped. {EVENTS_WAIT}
      </Alert>
    );
  if (health.state === "secret_lost")
    return (
      <Alert tone="bad">
        Nothing is sent to this webhook. Its secret or headers were encrypted with another secret key of the
        server. Rotate the secret, and enter the headers again. {EVENTS_WAIT}
      </Alert>
    );
  if (disabled_reason !== null || failing_since === null) return null;
  return (
    <Alert tone="warn">
      Failing since <Time value={failing_since} />. {failures.toLocaleString("en")} failed{" "}
      {failures === 1 ? "request" : "requests"} in a row. Events are kept and retried.
    </Alert>
  );
}

function LossNote({ health }: Pick<Webhook, "health">) {
  const text = lossText(health);
  if (text === null || health.lost_at === null) return null;
  return (
    <Alert tone="warn">
      {text}, last <Time value={health.lost_at} />. They were deleted before they could be sent. To prevent
      this, fix the server, or increase the event retention under Settings → Account.
    </Alert>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
