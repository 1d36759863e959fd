import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { DomainDetail } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.ts";
import { changeDomain, rotateKeys } from "./domains.ts";
import { useDomainChange } from "./use-domain-change.ts";

const NAMES = { rsa: "RSA-2048", ed25519: "Ed25519" };
const CHOICES = [90, 180, 365];

/** What signs the domain's mail, and when that changes. */
export function KeysCard({ domain }: { domain: DomainDetail }) {
  const [asking, setAsking] = useState(false);
  const { signs, rotated_at, rotation_blocked_by: blockedBy } = domain;
  return (
    <Card>
      <CardHeader
        title="Signing keys"
        description="Two of each kind: one signs, the other waits for its turn."
      />
      <CardBody className="grid gap-5">
        <p>
          {signs.length === 0
            ? "Mail from this domain is not signed yet: the DNS has none of the keys."
            : `Mail is signed with ${signs.map((kind) => NAMES[kind]).join(" and ")}.`}{" "}
          {rotated_at === null ? null : (
            <span className="text-ink-soft">
              Rotated <Time value={rotated_at} />.
            </span>
          )}
        </p>
        <RotationField domain={domain} />
        <Blocked domain={domain} />
      </CardBody>
      <CardFooter>
        <Button disabled={blockedBy !== null} onClick={() => setAsking(true)}>
          <KeyRound aria-hidden="true" />
          Rotate keys
        </Button>
      </CardFooter>
      {asking ? <RotateDialog name={domain.name} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

/** A rotation that should have been waits in silence otherwise: nothing fails while the old keys still sign. */
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
      The rotation was due <Time value={dueAt} /> and waits. {reason}
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
      label="Rotate by itself"
      hint="Only once the waiting keys are in the DNS."
      error={formError(changing.error, [])}
    >
      {(control) => (
        <Select
          {...control}
          className="w-full sm:w-56"
          disabled={changing.isPending}
          value={days ?? ""}
          onChange={({ target: { value } }) => changing.mutate(value === "" ? null : Number(value))}
        >
          <option value="">Never</option>
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
      showToast({ title: "Keys rotated", description: "The waiting keys sign from now on." });
    },
  });
  return (
    <ConfirmDialog
      title="Rotate the keys?"
      confirmLabel="Rotate keys"
      tone="primary"
      busy={rotating.isPending}
      error={formError(rotating.error, [])}
      onConfirm={() => rotating.mutate(undefined)}
      onClose={onClose}
    >
      The waiting keys sign from now on. Leave the records of the old ones for a week, so that mail on its way
      can still be verified; then new keys take their place, and you add their records for the rotation after
      this one.
    </ConfirmDialog>
  );
}
