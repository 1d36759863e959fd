import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ApiKey } from "../../../api-types.ts";
import { QueryError } from "../../../query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { KeyRound, Plus } from "../../../ui/icons.gen.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { EditKeyDialog } from "./edit-key-dialog.tsx";
import { type KeyAction, keyColumns } from "./key-columns.tsx";
import { keysQuery } from "./keys.ts";
import { ResumeKeyDialog } from "./resume-key-dialog.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";

const DIALOGS = {
  edit: EditKeyDialog,
  rotate: RotateKeyDialog,
  resume: ResumeKeyDialog,
  revoke: RevokeKeyDialog,
};

export function KeysPage() {
  const [creating, setCreating] = useState(false);
  const [open, setOpen] = useState<{ action: KeyAction; key: ApiKey } | null>(null);
  const query = useQuery(keysQuery);
  const columns = useMemo(() => keyColumns((action, key) => setOpen({ action, key })), []);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Create key
    </Button>
  );
  const hasKeys = (query.data?.keys.length ?? 0) > 0;
  const OpenDialog = open && DIALOGS[open.action];
  return (
    <section>
      <PageHeader
        title="API keys"
        description={
          <>
            Keys authenticate your apps over HTTP and SMTP. Create one per app, so you can limit or revoke it
            separately. For changes, see the <TextLink to="/settings/audit">audit log</TextLink>.
          </>
        }
        actions={hasKeys ? create : null}
      />
      <DataTable
        label="API keys"
        columns={columns}
        rows={query.data?.keys}
        rowId={(key) => String(key.id)}
        failure={query.error ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
        empty={
          <EmptyState icon={KeyRound} title="No API keys yet" action={create}>
            Create a key to send your first email.
          </EmptyState>
        }
      />
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {open && OpenDialog ? <OpenDialog apiKey={open.key} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}
