import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { ApiKey } from "../../../api-types.ts";
import { lazyPart } from "../../../app/lazy-part.tsx";
import { queryFailure } from "../../../query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { KeyRing } from "../../../ui/drawings/key-ring.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ExportButton } from "../../../ui/export-button.tsx";
import { Plus } from "../../../ui/icons.gen.ts";
import { ListPage } from "../../../ui/list-page.tsx";
import { NoMatch } from "../../../ui/no-match.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ON_ONE_PAGE } from "../../../ui/pager.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useFilters } from "../../../ui/use-filters.ts";
import { useSelection } from "../../../ui/use-selection.ts";
import { useIsViewer } from "../viewers.tsx";
import { type KeyAction, keyColumns } from "./key-columns.tsx";
import { keysQuery } from "./keys.ts";
import { KeysFilters } from "./keys-filters.tsx";
import { exportPath, type KeysSearch, matchingKeys } from "./keys-search.ts";
import { KeysSelection } from "./keys-selection.tsx";

const CreateKeyDialog = lazyPart(() => import("./create-key-dialog.tsx"), "CreateKeyDialog");
const DIALOGS = {
  edit: lazyPart(() => import("./edit-key-dialog.tsx"), "EditKeyDialog"),
  rotate: lazyPart(() => import("./rotate-key-dialog.tsx"), "RotateKeyDialog"),
  resume: lazyPart(() => import("./resume-key-dialog.tsx"), "ResumeKeyDialog"),
  revoke: lazyPart(() => import("./revoke-key-dialog.tsx"), "RevokeKeyDialog"),
};

export function KeysPage() {
  const search = useSearch({ from: "/app/keys" });
  const filters = useFilters<KeysSearch>();
  const isFiltered = Object.values(search).some(Boolean);
  const [creating, setCreating] = useState(false);
  const [open, setOpen] = useState<{ action: KeyAction; key: ApiKey } | null>(null);
  const query = useQuery(keysQuery);
  const columns = useMemo(() => keyColumns((action, key) => setOpen({ action, key })), []);
  const rows = useMemo(() => query.data && matchingKeys(query.data.keys, search), [query.data, search]);
  const selection = useSelection((rows ?? []).map(({ id }) => String(id)));
  const isViewer = useIsViewer();
  const create = isViewer ? null : (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Create key
    </Button>
  );
  const hasKeys = (query.data?.keys.length ?? 0) > 0;
  const OpenDialog = open && DIALOGS[open.action];
  return (
    <ListPage
      header={
        <PageHeader
          title="API keys"
          description={
            <>
              Keys authenticate your apps over HTTP and SMTP. Create one per app, so you can limit or revoke
              it separately. For changes, see the{" "}
              <TextLink to="/settings/audit" search={{ action: "key" }}>
                audit log
              </TextLink>
              .
            </>
          }
          actions={
            hasKeys ? (
              <>
                <ExportButton path={exportPath(search)} />
                {create}
              </>
            ) : null
          }
        />
      }
      filters={<KeysFilters search={search} isFiltered={isFiltered} {...filters} />}
      isFiltered={isFiltered}
      label="API keys"
      columns={columns}
      rows={rows}
      rowId={(key) => String(key.id)}
      selection={isViewer ? undefined : selection}
      rowLabel={(key) => key.name}
      failure={queryFailure(query)}
      empty={
        <EmptyState drawing={KeyRing} title="No API keys yet" action={create}>
          Create a key to send your first email.
        </EmptyState>
      }
      noMatch={
        <NoMatch title="No keys match" onClear={filters.clear}>
          Try part of a name, or another permission. Revoked keys are only in the audit log.
        </NoMatch>
      }
      pager={{ cursor: undefined, pagination: ON_ONE_PAGE, noun: "key" }}
    >
      <KeysSelection selection={selection} apiKeys={rows ?? []} />
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {open && OpenDialog ? <OpenDialog apiKey={open.key} onClose={() => setOpen(null)} /> : null}
    </ListPage>
  );
}
