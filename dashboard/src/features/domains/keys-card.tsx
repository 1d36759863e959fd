import { useState } from "react";
import type { DomainDetail } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { KeyRound } from "../../ui/icons.gen.ts";
import { Select } from "../../ui/select.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.ts";
import { HiddenFromViewers, ReadOnlyForViewers } from "../accounts/viewers.tsx";
import { changeDomain, rotateKeys } from "./domains.ts";
import { useDomainChange } from "./use-domain-change.ts";

const NAMES = { rsa: "RSA-2048", ed25519: "Ed25519" };
const CHOICES = [90, 180, 365];

/** The domain's DKIM keys and their rotation. */
export function KeysCard({ domain }: { domain: DomainDetail }) {
  const [asking, setAsking] = useState(false);
  const { signs, rotated_at, rotation_blocked_by: blockedBy } = domain;
  return (
    <Card>
      <CardHeader title="DKIM keys" description="Each key type has an active and a standby key." />
      <CardBody className="grid gap-5">
        <p>
          {signs.length === 0
            ? "Mail from this domain is not signed yet: no key is in DNS."
            : `Mail is signed with ${signs.map((kind) => NAMES[kind]).join(" and ")}.`}{" "}
          {rotated_at === null ? null : (
            <span className="text-ink-soft">
              Rotated <Time value={rotated_at} />.
            </span>
          )}
        </p>
        <ReadOnlyForViewers>
          <RotationField domain={domain} />
        </ReadOnlyForViewers>
        <Blocked domain={domain} />
      </CardBody>
      <HiddenFromViewers>
        <CardFooter>
          <Button disabled={blockedBy !== null} onClick={() => setAsking(true)}>
            <KeyRound aria-hidden="true" />
            Rotate keys
          </Button>
        </CardFooter>
      </HiddenFromViewers>
      {asking ? <RotateDialog name={domain.name} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

/** An overdue rotation has no other symptom: the old keys still sign. */
function Blocked({
  domain: { rotation_due_at: dueAt, rotation_blocked_by: reason },
}: {
  domain: DomainDetail;
}) {
  if (reason === null) return null;
  if (dueAt === null || Date.parse(dueAt) > Date.now())
    return <p className="text-[13px] break-words text-ink-soft">{reason}</p>;
  return (
    <Alert tone="warn">
      Rotation is overdue since <Time value={dueAt} />. {reason}
    </Alert>
  );
}

function RotationField({ domain: { name, rotate_every_days: days } }: { domain: DomainDetail }) {
  const changing = useDomainChange(
    (chosen: number | null) => changeDomain(name, { rotate_every_days: chosen }),
    {
      onSuccess: () => showToast({ title: "Rotation saved" }),
    },
  );
  const all = days === null || CHOICES.includes(days) ? CHOICES : [...CHOICES, days];
  return (
    <Field
      label="Automatic rotation"
      hint="Waits until the standby keys are in DNS."
      error={formError(changing.error, [])}
    >
      {(control) => (
        <Select
          {...control}
          className="w-full sm:w-56"
          value={(changing.isPending ? changing.variables : days) ?? ""}
          onChange={({ target: { value } }) => changing.mutate(value === "" ? null : Number(value))}
        >
          <option value="">Off</option>
          {all.map((choice) => (
            <option key={choice} value={choice}>
              Every {choice} days
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function RotateDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const rotating = useDomainChange(() => rotateKeys(name), {
    onSuccess: () => {
      onClose();
      showToast({ title: "Keys rotated", description: "The standby keys are now active." });
    },
  });
  return (
    <ConfirmDialog
      title="Rotate DKIM keys?"
      confirmLabel="Rotate keys"
      tone="primary"
      busy={rotating.isPending}
      error={formError(rotating.error, [])}
      onConfirm={() => rotating.mutate(undefined)}
      onClose={onClose}
    >
      The standby keys become active now. Keep the old keys' records for a week, so that mail in transit can
      still be verified. Then new standby keys are created, and you add their records.
    </ConfirmDialog>
  );
}
