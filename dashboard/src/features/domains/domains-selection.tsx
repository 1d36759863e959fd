import { useState } from "react";
import type { DomainSummary } from "../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { RefreshCw } from "../../ui/icons.gen.ts";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import type { Selection } from "../../ui/use-selection.ts";
import { checkDomain, DOMAINS_KEY } from "./domains.ts";

const CHECK: BulkAction<DomainSummary> = {
  title: (domains) => `Check ${domains} now?`,
  explanation:
    "Posthouse looks up their DNS records again. A domain that has all required records is verified.",
  button: "Check now",
  tone: "primary",
  past: "checked",
  act: async ({ name }) => {
    const { records_ok, records_total } = await checkDomain(name);
    return `${records_ok} of ${records_total} records verified`;
  },
};

type DomainsSelectionProps = { selection: Selection; domains: readonly DomainSummary[] };

/** The action on the selected domains. */
export function DomainsSelection({ selection, domains }: DomainsSelectionProps) {
  const [checking, setChecking] = useState<DomainSummary[] | null>(null);
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="domain" onClear={selection.clear}>
        <Button
          size="sm"
          onClick={() => setChecking(domains.filter(({ name }) => selection.selected.has(name)))}
        >
          <RefreshCw aria-hidden="true" />
          Check now
        </Button>
      </SelectionBar>
      {checking ? (
        <BulkDialog
          action={CHECK}
          items={checking}
          noun="domain"
          idOf={({ name }) => name}
          labelOf={({ name }) => <bdi>{name}</bdi>}
          queryKey={DOMAINS_KEY}
          onClose={(hasRun) => {
            setChecking(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
