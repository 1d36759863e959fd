import { useQuery } from "@tanstack/react-query";
import { Plus, Server } from "lucide-react";
import { useState } from "react";
import type { Relay } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { showToast } from "../../../ui/toast.ts";
import { RemoveDialog } from "../remove-dialog.tsx";
import { type Owner, relaysQuery, removeRelay, switchRelay } from "../routing.ts";
import { SectionFrame } from "../section-frame.tsx";
import { useChange } from "../use-change.ts";
import { RelayDialog } from "./relay-dialog.tsx";
import { type RelayAction, RelayRow } from "./relay-row.tsx";
import { TestDialog } from "./test-dialog.tsx";

type Open = { action: Exclude<RelayAction, "switch">; relay: Relay } | "new" | null;

/** Servers that take mail from here and carry it on. */
export function RelaysSection({ owner }: { owner: Owner }) {
  const { data, error, refetch } = useQuery(relaysQuery(owner));
  const [open, setOpen] = useState<Open>(null);
  const switching = useChange(
    ({ id, enabled }: Relay) => switchRelay(owner, id, !enabled),
    (relay) =>
      showToast({
        title: relay.enabled ? "Relay switched on" : "Relay switched off",
        description: relay.name,
      }),
  );
  const act = (action: RelayAction, relay: Relay): void => {
    if (action === "switch") switching.mutate(relay);
    else setOpen({ action, relay });
  };
  const add = (
    <Button onClick={() => setOpen("new")}>
      <Plus aria-hidden="true" />
      Add relay
    </Button>
  );
  return (
    <>
      <SectionFrame
        title="Relays"
        description="Servers that take mail from here and carry it on. One that fails is left alone for a while, then one real email tries it; meanwhile the next relay of the rule stands in."
        actions={add}
        error={error}
        onRetry={() => void refetch()}
        count={data?.relays.length}
        empty={
          <EmptyState icon={Server} title="No relays" action={add}>
            Add the SMTP server of a provider, or Amazon SES, and then a rule that sends mail there.
          </EmptyState>
        }
      >
        <ul className="divide-y">
          {data?.relays.map((relay) => (
            <RelayRow key={relay.id} relay={relay} onAct={(action) => act(action, relay)} />
          ))}
        </ul>
      </SectionFrame>
      <OpenDialog owner={owner} open={open} onOpen={setOpen} />
    </>
  );
}

type OpenDialogProps = {
  owner: Owner;
  open: Open;
  onOpen: (open: Open) => void;
};

function OpenDialog({ owner, open, onOpen }: OpenDialogProps) {
  const close = (): void => onOpen(null);
  if (open === null) return null;
  const test = (relay: Relay): void => onOpen({ action: "test", relay });
  if (open === "new") return <RelayDialog owner={owner} relay={null} onSaved={test} onClose={close} />;
  const { action, relay } = open;
  if (action === "edit") return <RelayDialog owner={owner} relay={relay} onSaved={test} onClose={close} />;
  if (action === "test") return <TestDialog owner={owner} relay={relay} onClose={close} />;
  return (
    <RemoveDialog what="relay" name={relay.name} remove={() => removeRelay(owner, relay.id)} onClose={close}>
      Its password is forgotten. A relay that a rule names cannot be deleted: change the rule first.
    </RemoveDialog>
  );
}
