import { useState } from "react";
import type { Pool } from "../../../api-types.ts";
import { formChanges } from "../../../changed-fields.ts";
import { fieldError, formError } from "../../../form-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Plus, X } from "../../../ui/icons.gen.ts";
import { Input } from "../../../ui/input.tsx";
import { showToast } from "../../../ui/toast.ts";
import { addPool, changePool } from "../routing.ts";
import { useChange } from "../use-change.ts";
import { draftOf, inputOf, newPoolDraft, newSource, type SourceDraft } from "./pool-draft.ts";

export function PoolDialog({ pool, onClose }: { pool: Pool | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => (pool ? draftOf(pool) : newPoolDraft()));
  const { changes, isUnchanged } = formChanges(pool && inputOf(draftOf(pool)), inputOf(draft));
  const saving = useChange(
    () => (pool ? changePool(pool.id, changes) : addPool(inputOf(draft))),
    (saved) => {
      onClose();
      showToast({ title: pool ? "Pool saved" : "Pool added", description: saved.name });
    },
  );
  const { sources } = draft;
  const errorText = formError(saving.error, ["name", "sources"]);
  return (
    <FormDialog
      title={pool ? "Edit pool" : "Add pool"}
      description="IP addresses of the machines that run workers."
      error={saving.error}
      errorText={errorText}
      action={pool ? "Save pool" : "Add pool"}
      disabled={isUnchanged || draft.name.trim() === ""}
      busy={saving.isPending}
      onSubmit={() => saving.mutate(undefined)}
      onClose={onClose}
    >
      <Field label="Name" error={fieldError(saving.error, "name")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            placeholder="bulk"
            maxLength={60}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
      <ul className="grid gap-4">
        {sources.map((source, index) => (
          <SourceFields
            key={source.key}
            source={source}
            index={index}
            error={saving.error}
            onChange={(part) => setDraft({ ...draft, sources: sources.with(index, { ...source, ...part }) })}
            onRemove={
              sources.length === 1 ? null : () => setDraft({ ...draft, sources: sources.toSpliced(index, 1) })
            }
          />
        ))}
      </ul>
      <Button
        size="sm"
        className="justify-self-start"
        onClick={() => setDraft({ ...draft, sources: [...sources, newSource()] })}
      >
        <Plus aria-hidden="true" />
        Add address
      </Button>
    </FormDialog>
  );
}

type SourceFieldsProps = {
  source: SourceDraft;
  index: number;
  error: unknown;
  onChange: (part: Partial<SourceDraft>) => void;
  /** Null for the only address. */
  onRemove: (() => void) | null;
};

function SourceFields({ source, index, error, onChange, onRemove }: SourceFieldsProps) {
  const path = `sources[${index}]`;
  return (
    <li className="grid gap-3 rounded-lg border p-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Address" error={fieldError(error, `${path}.address`)}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder="203.0.113.9"
              value={source.address}
              onChange={(event) => onChange({ address: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="EHLO name"
          hint="Must match the address's PTR record."
          error={fieldError(error, `${path}.helo_name`)}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder="out1.example.com"
              value={source.heloName}
              onChange={(event) => onChange({ heloName: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Warm-up start"
        aside="Optional"
        hint="Volume increases daily from this date. Leave empty if the address is already warmed up."
        error={fieldError(error, `${path}.started_on`)}
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            value={source.startedOn}
            onChange={(event) => onChange({ startedOn: event.target.value })}
          />
        )}
      </Field>
      {onRemove ? (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-end"
          aria-label={`Remove address ${index + 1}`}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
          Remove
        </Button>
      ) : null}
    </li>
  );
}
