import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Delivery, DeliveryMode } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { OutboundCheck } from "../health/outbound-check.tsx";
import { relaysQuery } from "../routing/routing.ts";
import type { ModeChoice } from "./delivery.ts";
import { RelayChoice } from "./relay-choice.tsx";
import { SwitchDialog } from "./switch-dialog.tsx";

const OPTIONS: { value: DeliveryMode; label: string; hint: string }[] = [
  { value: "capture", label: "Test mode", hint: "Emails stay in the inbox. Nothing is sent." },
  {
    value: "relay",
    label: "Relay",
    hint: "A provider's SMTP server or Amazon SES sends your mail. Needs its host, username and password.",
  },
  {
    value: "direct",
    label: "Direct",
    hint: "This server sends to recipients' servers. Needs outbound port 25, an IP address with reverse DNS, and verified domains.",
  },
];

type ModeFormProps = {
  delivery: Delivery;
  /** The modes that can be chosen. */
  modes: readonly DeliveryMode[];
  initial: DeliveryMode;
  onSwitched?: () => void;
};

/** Chooses the mode. The switch is confirmed in a dialog, which also shows its errors. No `<form>`: its dialogs contain forms. */
export function ModeForm({ delivery, modes, initial, onSwitched = () => undefined }: ModeFormProps) {
  const [mode, setMode] = useState(initial);
  const [picked, setPicked] = useState<string | null>(delivery.relay_id);
  const [relayError, setRelayError] = useState<string>();
  const [confirming, setConfirming] = useState<ModeChoice | null>(null);
  const { data } = useQuery({ ...relaysQuery("instance"), enabled: mode === "relay" });
  const relays = data?.relays.filter(({ enabled }) => enabled) ?? [];
  // With a single relay there is nothing to choose.
  const relayId = picked ?? (relays.length === 1 ? (relays[0]?.id ?? null) : null);
  const isFixed = delivery.set_by !== "dashboard";
  const isUnchanged = mode === delivery.mode && (mode !== "relay" || relayId === delivery.relay_id);
  const confirm = (): void => {
    if (mode === "relay" && relayId === null) setRelayError("Choose a relay, or add one.");
    else setConfirming({ mode, relayId });
  };
  return (
    <div className="grid gap-5">
      {isFixed ? <FixedNote delivery={delivery} /> : null}
      <fieldset disabled={isFixed} className="grid gap-5">
        <legend className="sr-only">How this instance delivers</legend>
        <RadioGroup
          legend="Delivery mode"
          value={mode}
          onChange={setMode}
          options={OPTIONS.filter(({ value }) => modes.includes(value))}
        />
        {mode === "relay" && !isFixed ? (
          <RelayChoice
            relayId={relayId}
            error={relayError}
            onChange={(id) => {
              setPicked(id);
              setRelayError(undefined);
            }}
          />
        ) : null}
        {mode === "direct" && !isFixed ? (
          <div className="justify-self-start">
            <OutboundCheck />
          </div>
        ) : null}
        {isFixed ? null : (
          <Button
            variant={mode === "relay" && relayId === null ? "secondary" : "primary"}
            className="justify-self-start"
            disabled={isUnchanged}
            onClick={confirm}
          >
            {mode === "capture" ? "Switch to test mode" : delivery.mode === "capture" ? "Go live" : "Switch"}
          </Button>
        )}
      </fieldset>
      {confirming ? (
        <SwitchDialog
          delivery={delivery}
          choice={confirming}
          onDone={onSwitched}
          onClose={() => setConfirming(null)}
        />
      ) : null}
    </div>
  );
}

function FixedNote({ delivery: { mode, set_by, relay_host } }: { delivery: Delivery }) {
  return (
    <Alert>
      Set by the environment variable <code className="font-mono">{set_by}</code>.
      {relay_host === null ? null : (
        <>
          {" "}
          Mail goes through <code className="font-mono">{relay_host}</code>.
        </>
      )}{" "}
      {mode === "relay" && relay_host === null
        ? "Mail goes through the relay that was chosen here before, otherwise through the instance's oldest enabled relay. "
        : null}
      To choose the mode here, remove the variable and restart the server.
    </Alert>
  );
}
