import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CreatedWebhook } from "../../api-types.ts";
import { queryFailure } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Plus, Webhook as WebhookIcon } from "../../ui/icons.gen.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { CreateWebhookDialog } from "./form/create-webhook-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { webhookColumns } from "./webhook-columns.tsx";
import { webhooksQuery } from "./webhooks.ts";

export function WebhooksPage() {
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const navigate = useNavigate();
  const query = useQuery(webhooksQuery);
  const addButton = (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" />
      Add webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="URLs that receive your events as signed requests."
        actions={query.data?.webhooks.length === 0 ? null : addButton}
      />
      <DataTable
        label="Webhooks"
        columns={webhookColumns}
        rows={query.data?.webhooks}
        rowId={({ id }) => id}
        failure={query.data ? null : queryFailure(query)}
        empty={
          <EmptyState icon={WebhookIcon} title="No webhooks yet" action={addButton}>
            Add one, and your program is notified when an email is delivered or bounces. To try it on your
            machine, run <code className="font-mono text-[13px]">posthouse listen</code>.
          </EmptyState>
        }
      />
      {isAdding ? (
        <CreateWebhookDialog
          onCreated={(webhook) => {
            setIsAdding(false);
            setCreated(webhook);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {created ? (
        <SecretDialog
          title="Webhook added"
          secret={created.secret}
          onClose={() => void navigate({ to: "/webhooks/$webhookId", params: { webhookId: created.id } })}
        />
      ) : null}
    </>
  );
}
