import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { QueryError } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { columnHelper, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SectionHeader } from "../../ui/section-header.tsx";
import { Time } from "../../ui/time.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { type ApiKey, keysQuery } from "./settings.ts";

const column = columnHelper<ApiKey>();

function keyColumns(onRevoke: (key: ApiKey) => void) {
  return column.columns([
    column.accessor("name", {
      header: "Name",
      meta: { className: "w-full" },
      cell: ({ row }) => <KeyName apiKey={row.original} />,
    }),
    column.accessor("prefix", {
      header: "Key",
      meta: { className: "hidden sm:table-cell" },
      cell: ({ getValue }) => <KeyPrefix prefix={getValue()} />,
    }),
    column.accessor("last_used", {
      header: "Last used",
      meta: { className: "hidden sm:table-cell whitespace-nowrap" },
      cell: ({ getValue }) => <LastUsed at={getValue()} />,
    }),
    column.accessor("created_at", {
      header: "Created",
      meta: { className: "hidden md:table-cell whitespace-nowrap text-ink-soft" },
      cell: ({ getValue }) => <Time value={getValue()} />,
    }),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { className: "text-right" },
      cell: ({ row }) => (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Revoke ${row.original.name}`}
          onClick={() => onRevoke(row.original)}
        >
          Revoke
        </Button>
      ),
    }),
  ]);
}

export function KeysPage() {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const query = useQuery(keysQuery);
  const columns = useMemo(() => keyColumns(setRevoking), []);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Create key
    </Button>
  );
  const hasKeys = (query.data?.keys.length ?? 0) > 0;
  return (
    <section>
      <SectionHeader
        title="API keys"
        description="Programs sign in with a key instead of a password. Give each its own, so that one can be revoked without touching the others."
        actions={hasKeys ? create : null}
      />
      <DataTable
        label="API keys"
        columns={columns}
        rows={query.data?.keys}
        rowId={(key) => String(key.id)}
        failure={query.error ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
        empty={
          <EmptyState icon={KeyRound} title="No keys yet" action={create}>
            Create one, and send your first email with the command that comes with it.
          </EmptyState>
        }
      />
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </section>
  );
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <span className="block font-medium wrap-anywhere">{apiKey.name}</span>
      <span className="mt-0.5 block text-[13px] text-ink-soft sm:hidden">
        <KeyPrefix prefix={apiKey.prefix} /> · <LastUsed at={apiKey.last_used} />
      </span>
    </>
  );
}

function KeyPrefix({ prefix }: { prefix: string }) {
  return <code className="font-mono text-[13px] whitespace-nowrap text-ink-soft">{prefix}_…</code>;
}

function LastUsed({ at }: { at: string | null }) {
  return at === null ? <span className="text-ink-faint">Never used</span> : <Time value={at} />;
}
