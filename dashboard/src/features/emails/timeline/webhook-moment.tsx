import type { EmailWebhookDelivery } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Webhook as WebhookIcon } from "../../../ui/icons.gen.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { describeWebhookAttempt, isSuccess, nameOfWebhook } from "./describe-delivery.ts";
import { Moment } from "./moment.tsx";

type WebhookMomentProps = {
  delivery: EmailWebhookDelivery;
  attempt: EmailWebhookDelivery["log"][number];
  address: string | undefined;
  sinceMs: number | null;
};

/** One request to a webhook. */
export function WebhookMoment({ delivery, attempt, address, sinceMs }: WebhookMomentProps) {
  const name = nameOfWebhook(delivery.webhook);
  const isLast = attempt.attempt === delivery.attempts;
  const hasFailed = isLast && delivery.state === "failed";
  return (
    <Moment
      tone={isSuccess(attempt.status) ? "hollow" : hasFailed ? "bad" : "warn"}
      title={<WebhookName name={name} />}
      address={address}
      at={attempt.at}
      sinceMs={sinceMs}
    >
      <span className="block font-mono text-xs">{delivery.type}</span>
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={isSuccess(attempt.status) ? "good" : "bad"}>{attempt.status ?? "No response"}</Badge>
        <span className="min-w-0 wrap-anywhere">
          {describeWebhookAttempt(attempt)}
          {hasFailed ? " It is not tried again." : ""}
        </span>
        <AttemptLink delivery={delivery} attempt={attempt.attempt} name={name} />
      </span>
    </Moment>
  );
}

/** The next attempt of a delivery that has not succeeded. */
export function NextWebhookMoment({ delivery, at }: { delivery: EmailWebhookDelivery; at: string }) {
  return (
    <Moment tone="info" title={<WebhookName name={nameOfWebhook(delivery.webhook)} />} at={at} moving>
      <span className="block font-mono text-xs">{delivery.type}</span>
      {delivery.attempts === 0 ? "The webhook gets this event next." : "The webhook gets this event again."}
    </Moment>
  );
}

function WebhookName({ name }: { name: string }) {
  return (
    <>
      <WebhookIcon aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-2px] text-ink-faint" />
      <span className="sr-only">Webhook </span>
      <bdi>{name}</bdi>
    </>
  );
}

type AttemptLinkProps = { delivery: EmailWebhookDelivery; attempt: number; name: string };

function AttemptLink({ delivery: { webhook, event_id, type }, attempt, name }: AttemptLinkProps) {
  if (webhook.url === null) return <span className="text-ink-faint">Attempt {attempt}</span>;
  return (
    <TextLink
      to="/webhooks/$webhookId"
      params={{ webhookId: webhook.id }}
      search={{ event: event_id }}
      aria-label={`Attempt ${attempt} of ${type} to ${name}`}
    >
      Attempt {attempt}
    </TextLink>
  );
}
