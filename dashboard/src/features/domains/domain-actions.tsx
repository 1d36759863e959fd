import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { DomainDetail } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Download, RefreshCw, Trash } from "../../ui/icons.gen.ts";
import { showToast } from "../../ui/toast.ts";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { checkDomain, removeDomain, zoneFilePath } from "./domains.ts";
import { useDomainChange, useForgetDomain } from "./use-domain-change.ts";

export function DomainActions({ domain }: { domain: DomainDetail }) {
  const [removing, setRemoving] = useState(false);
  const checking = useDomainChange(() => checkDomain(domain.name), {
    onSuccess: ({ records_ok, records_total }) =>
      showToast({ title: "Checked", description: `${records_ok} of ${records_total} records verified.` }),
    onError: (error) => showToast({ tone: "bad", title: "Could not check", description: error.message }),
  });
  return (
    <>
      <HiddenFromViewers>
        <Button variant="primary" busy={checking.isPending} onClick={() => checking.mutate(undefined)}>
          <RefreshCw aria-hidden="true" />
          Check now
        </Button>
      </HiddenFromViewers>
      <a href={zoneFilePath(domain.name)} download={`${domain.name}.zone`} className={buttonStyles()}>
        <Download aria-hidden="true" />
        Zone file
      </a>
      <HiddenFromViewers>
        <Button onClick={() => setRemoving(true)}>
          <Trash aria-hidden="true" />
          Remove
        </Button>
      </HiddenFromViewers>
      {removing ? <RemoveDomainDialog name={domain.name} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

function RemoveDomainDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const navigate = useNavigate();
  const forget = useForgetDomain(name);
  const removing = useMutation({
    mutationFn: () => removeDomain(name),
    onSuccess: async () => {
      showToast({ title: "Domain removed", description: name });
      await navigate({ to: "/domains" });
      await forget();
    },
  });
  return (
    <ConfirmDialog
      title="Remove this domain?"
      confirmLabel="Remove domain"
      typeToConfirm={name}
      busy={removing.isPending}
      error={formError(removing.error, [])}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      The domain's keys are deleted: mail from{" "}
      <strong className="font-medium break-words text-ink">{name}</strong> is no longer signed. If you add it
      again, it needs new DNS records. Sent emails stay in your history.
    </ConfirmDialog>
  );
}
