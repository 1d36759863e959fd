import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Relay } from "../../api-types.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Plus } from "../../ui/icons.gen.ts";
import { Select } from "../../ui/select.tsx";
import { HealthBadge } from "../routing/relays/relay-row.tsx";
import { relaysQuery } from "../routing/routing.ts";

const RelayDialog = lazyPart(() => import("../routing/relays/relay-dialog.tsx"), "RelayDialog");
const TestDialog = lazyPart(() => import("../routing/relays/test-dialog.tsx"), "TestDialog");

type RelayChoiceProps = {
  relayId: string | null;
  error: string | undefined;
  onChange: (relayId: string) => void;
};

/** Chooses a relay of the instance, adds or edits one. A saved relay is tested at once. */
export function RelayChoice({ relayId, error, onChange }: RelayChoiceProps) {
  const { data } = useQuery(relaysQuery("instance"));
  const [isAdding, setIsAdding] = useState(false);
  const [editing, setEditing] = useState<Relay | null>(null);
  const [testing, setTesting] = useState<Relay | null>(null);
  const relays = data?.relays.filter(({ enabled }) => enabled) ?? [];
  const chosen = relays.find(({ id }) => id === relayId);
  return (
    <div className="grid gap-3">
      {relays.length > 0 ? (
        <Field label="Relay" error={error}>
          {(control) => (
            <span className="flex flex-wrap items-center gap-2">
              <Select
                {...control}
                className="min-w-48 flex-1"
                value={chosen ? chosen.id : ""}
                onChange={(event) => onChange(event.target.value)}
              >
                {chosen ? null : <option value="">Choose a relay</option>}
                {relays.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
              {chosen ? (
                <>
                  <HealthBadge relay={chosen} />
                  <Button onClick={() => setTesting(chosen)}>Test</Button>
                  <Button onClick={() => setEditing(chosen)}>Edit</Button>
                </>
              ) : null}
            </span>
          )}
        </Field>
      ) : error ? (
        <Alert tone="bad">{error}</Alert>
      ) : null}
      <Button
        className="justify-self-start"
        variant={data && relays.length === 0 ? "primary" : "secondary"}
        onClick={() => setIsAdding(true)}
      >
        <Plus aria-hidden="true" />
        Add relay
      </Button>
      {isAdding ? (
        <RelayDialog
          owner="instance"
          relay={null}
          description="The SMTP server or Amazon SES account that sends your mail."
          onSaved={(relay) => {
            onChange(relay.id);
            setTesting(relay);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {editing ? (
        <RelayDialog owner="instance" relay={editing} onSaved={setTesting} onClose={() => setEditing(null)} />
      ) : null}
      {testing ? <TestDialog owner="instance" relay={testing} onClose={() => setTesting(null)} /> : null}
    </div>
  );
}
