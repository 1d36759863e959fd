import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Webhook } from "../../api-types.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { CodeToCopy } from "../../ui/code-to-copy.tsx";
import { Eye, RotateCw } from "../../ui/icons.gen.ts";
import { MomentText } from "../../ui/time.tsx";
import { keysQuery } from "../accounts/keys/keys.ts";
import { useIsViewer } from "../accounts/viewers.tsx";
import { PublicKeys } from "./public-keys.tsx";
import { FORMAT_NAMES } from "./webhook-types.ts";
import { loadSecret } from "./webhooks.ts";

const RotateDialog = lazyPart(() => import("./rotate-dialog.tsx"), "RotateDialog");

/** The webhook's events, format and signing secret. */
export function SettingsCard({ webhook }: { webhook: Webhook }) {
  const { types, format, ordering, concurrency, header_names } = webhook;
  return (
    <Card>
      <CardHeader title="Settings" />
      <CardBody className="grid gap-4">
        <dl className="grid gap-3 text-[13px]">
          <Fact name="Events">{types.length === 0 ? "All" : types.join(", ")}</Fact>
          <Fact name="Filters">
            <FilterText webhook={webhook} />
          </Fact>
          <Fact name="Format">
            {FORMAT_NAMES[format]}
            {ordering === "strict" ? ", strict order" : ""}
            {header_names.length > 0 ? `, headers ${header_names.join(", ")}` : ""}
          </Fact>
          <Fact name="Concurrency">{concurrency}</Fact>
        </dl>
        <SecretPart webhook={webhook} />
        <PublicKeys webhook={webhook} />
      </CardBody>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
      <dt className="text-ink-faint">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function FilterText({ webhook: { domains, tags, streams, keys, actors } }: { webhook: Webhook }) {
  const known = useQuery(keysQuery).data?.keys ?? [];
  const nameOf = (id: number) => known.find((key) => key.id === id)?.name ?? `Key ${id}`;
  const parts = [
    domains.join(", "),
    tags.map(({ name, value }) => `${name}: ${value}`).join(", "),
    streams.join(", "),
    keys.map(nameOf).join(", "),
    actors === "any" ? "including opens and clicks by programs" : "",
  ].filter((part) => part !== "");
  return <bdi>{parts.length === 0 ? "All mail" : parts.join(" · ")}</bdi>;
}

function SecretPart({ webhook }: { webhook: Webhook }) {
  const isViewer = useIsViewer();
  const [isRotating, setIsRotating] = useState(false);
  const showing = useMutation({ mutationFn: () => loadSecret(webhook.id) });
  return (
    <section aria-label="Signing secret" className="grid gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-[13px] font-medium">Signing secret</h3>
        {isViewer ? (
          <span className="text-[13px] text-ink-soft">Hidden from viewers</span>
        ) : (
          <span className="flex flex-wrap gap-2">
            {showing.data ? (
              <Button size="sm" onClick={() => showing.reset()}>
                Hide
              </Button>
            ) : (
              <Button size="sm" busy={showing.isPending} onClick={() => showing.mutate()}>
                <Eye aria-hidden="true" />
                Show
              </Button>
            )}
            <Button size="sm" onClick={() => setIsRotating(true)}>
              <RotateCw aria-hidden="true" />
              Rotate
            </Button>
          </span>
        )}
      </div>
      {showing.data ? <CodeToCopy text={showing.data.secret} label="Copy secret" /> : null}
      {showing.error ? <Alert tone="bad">{showing.error.message}</Alert> : null}
      {webhook.previous_secret_until === null ? null : (
        <p className="text-[13px] text-ink-soft">
          The previous secret expires on <MomentText value={webhook.previous_secret_until} />.
        </p>
      )}
      {isRotating ? (
        <RotateDialog
          webhook={webhook}
          onRotated={() => showing.reset()}
          onClose={() => setIsRotating(false)}
        />
      ) : null}
    </section>
  );
}
