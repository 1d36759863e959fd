import type { ReactNode } from "react";
import type { Contact } from "../../api-types.ts";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Time } from "../../ui/time.tsx";
import { SubscriptionBadge } from "./subscription-badge.tsx";

export function ContactFacts({ contact }: { contact: Contact }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card>
        <CardHeader title="Details" />
        <CardBody>
          <dl className="grid gap-3">
            <Fact name="Status">
              <SubscriptionBadge subscribed={contact.subscribed} />
            </Fact>
            {contact.tracked ? null : <Fact name="Tracking">Off for this contact</Fact>}
            <Fact name="Name">{contact.name ?? <span className="text-ink-faint">–</span>}</Fact>
            <Fact name="Added">
              <Time value={contact.created_at} />
            </Fact>
            <Fact name="Updated">
              <Time value={contact.updated_at} />
            </Fact>
            <Fact name="ID">
              <span className="flex items-center gap-1">
                <code className="font-mono text-[13px] break-all">{contact.id}</code>
                <CopyButton text={contact.id} label="Copy ID" className="-my-2" />
              </span>
            </Fact>
          </dl>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Properties" />
        <CardBody>
          <Properties properties={contact.properties} />
        </CardBody>
      </Card>
    </div>
  );
}

function Properties({ properties }: { properties: Contact["properties"] }) {
  const entries = Object.entries(properties);
  if (entries.length === 0) return <p className="text-ink-faint">No properties.</p>;
  return (
    <dl className="grid gap-3">
      {entries.map(([name, value]) => (
        <Fact key={name} name={name}>
          {typeof value === "string" ? (
            value
          ) : (
            <code className="font-mono text-[13px]">{JSON.stringify(value)}</code>
          )}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4">
      <dt className="break-words text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
