import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Relay } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { MailCoach } from "../../../ui/drawings/mail-coach.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Plus } from "../../../ui/icons.gen.ts";
import { showToast } from "../../../ui/toast.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { changeRelay, type Owner, relaysQuery, removeRelay } from "../routing.ts";
import { SectionFrame } from "../section-frame.tsx";
import { useChange } from "../use-change.ts";
import { RelayDialog } from "./relay-dialog.tsx";
import { type RelayAction, RelayRow } from "./relay-row.tsx";
import { TestDialog } from "./test-dialog.tsx";

type Open = { action: Exclude<RelayAction, "switch">; relay: Relay } | "new" | null;

/** SMTP servers and SES. */
export function RelaysSection({ owner }: { owner: Owner }) {
  const { data, error, refetch } = useQuery(relaysQuery(owner));
  const [open, setOpen] = useState<Open>(null);
  const switching = useChange(
    ({ id, enabled }: Relay) => changeRelay(owner, id, { enabled: !enabled }),
    (relay) =>
      showToast({
        title: relay.enabled ? "Relay enabled" : "Relay disabled",
        description: relay.name,
      }),
  );
  const act = (action: RelayAction, relay: Relay): void => {
    if (action === "switch")
      switching.mutate(relay, {
        onError: ({ message }) =>
          showToast({ tone: "bad", title: "Could not change the relay", description: message }),
      });
    else setOpen({ action, relay });
  };
  const isViewer = useIsViewer();
  const add = isViewer ? null : (
    <Button onClick={() => setOpen("new")}>
      <Plus aria-hidden="true" />
      Add relay
    </Button>
  );
  return (
    <>
      <SectionFrame
        title="Relays"
        description="SMTP servers or Amazon SES. Failing relays are paused and retried automatically; the rule's next relay takes over."
        actions={add}
        error={error}
        onRetry={() => void refetch()}
        count={data?.relays.length}
        empty={
          <EmptyState drawing={MailCoach} title="No relays" action={add}>
            Add a provider's SMTP server or Amazon SES, then a rule that sends mail there.
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
      The relay's password is deleted too. If a rule or the delivery mode uses this relay, change that first.
    </RemoveDialog>
  );
}
