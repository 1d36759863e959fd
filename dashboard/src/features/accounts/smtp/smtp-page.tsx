import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryError } from "../../../query-error.tsx";
import { Card, CardBody, CardHeader } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ClosedCounter } from "../../../ui/drawings/closed-counter.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { settingsQuery } from "../settings.ts";
import { type SmtpEndpoint, snippetsFor } from "./snippets.ts";

export function SmtpPage() {
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  const smtp = settings?.smtp;
  return (
    <section>
      <PageHeader title="SMTP" description="Send from any SMTP client." />
      {error && !settings ? (
        <Card>
          <QueryError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : null}
      {smtp?.enabled ? <Connection smtp={smtp} /> : null}
      {settings && !smtp?.enabled ? (
        <Card>
          <EmptyState drawing={ClosedCounter} title="SMTP is not enabled">
            Set <code className="font-mono text-[13px]">SMTP_PORT</code> or{" "}
            <code className="font-mono text-[13px]">SMTPS_PORT</code> and restart the server.
          </EmptyState>
        </Card>
      ) : null}
      {settings || error ? null : (
        <Card aria-busy="true" className="grid max-w-3xl gap-4 p-5">
          <Skeleton className="w-56" />
          <Skeleton className="w-40" />
          <Skeleton className="h-40 w-full" />
        </Card>
      )}
    </section>
  );
}

function Connection({ smtp }: { smtp: SmtpEndpoint }) {
  return (
    <div className="grid max-w-3xl gap-6 *:min-w-0">
      <Card>
        <CardHeader title="Connection" />
        <CardBody>
          <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <Fact name="Host" copy={smtp.host}>
              {smtp.host}
            </Fact>
            <Fact name="Username" copy="posthouse">
              posthouse
            </Fact>
            {smtp.port === null ? null : (
              <Fact name="STARTTLS port" copy={String(smtp.port)}>
                {smtp.port}
              </Fact>
            )}
            {smtp.tls_port === null ? null : (
              <Fact name="TLS port" copy={String(smtp.tls_port)}>
                {smtp.tls_port}
              </Fact>
            )}
            <div className="sm:col-span-2">
              <dt className="text-xs font-medium text-ink-faint">Password</dt>
              <dd className="mt-0.5">
                An API key with send permission. <TextLink to="/keys">Create one</TextLink>
              </dd>
            </div>
          </dl>
          <p className="mt-5 text-[13px] text-ink-soft">
            TLS is required. Without <code className="font-mono">SMTP_TLS_CERT</code> and{" "}
            <code className="font-mono">SMTP_TLS_KEY</code>, the server uses a self-signed certificate, which
            most clients reject.
          </p>
        </CardBody>
      </Card>
      <Snippets smtp={smtp} />
    </div>
  );
}

function Fact({ name, copy, children }: { name: string; copy: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-ink-faint">{name}</dt>
      <dd className="mt-0.5 flex items-center gap-1">
        <span className="min-w-0 font-mono text-[13px] break-all">{children}</span>
        <CopyButton text={copy} label={`Copy ${name.toLowerCase()}`} className="-my-1.5 size-7" />
      </dd>
    </div>
  );
}

function Snippets({ smtp }: { smtp: SmtpEndpoint }) {
  const snippets = snippetsFor(smtp);
  const [shown, setShown] = useState("nodemailer");
  return (
    <Card>
      <CardHeader title="Client settings" description="Store your API key as the secret POSTHOUSE_API_KEY." />
      <CardBody className="pt-2">
        <Tabs
          label="Clients"
          value={shown}
          onChange={setShown}
          tabs={snippets.map(({ id, label, place, code }) => ({
            value: id,
            label,
            content: (
              <>
                <p className="mb-2 text-[13px] text-ink-faint">{place}</p>
                <CodeBlock code={code} copyLabel={`Copy settings for ${label}`} />
              </>
            ),
          }))}
        />
      </CardBody>
    </Card>
  );
}
