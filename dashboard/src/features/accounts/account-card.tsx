import { type FormEvent, useState } from "react";
import type { Settings } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { RetentionField } from "./retention-field.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

export function AccountCard({ settings }: { settings: Settings }) {
  const saved = {
    name: settings.account.name,
    from: settings.account.default_from ?? "",
    days: String(settings.account.retention_days),
  };
  const [name, setName] = useState(saved.name);
  const [from, setFrom] = useState(saved.from);
  const [days, setDays] = useState(saved.days);
  const saving = useChangeSettings();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate({
      ...(name.trim() === saved.name ? {} : { name: name.trim() }),
      ...(from.trim() === saved.from ? {} : { default_from: from.trim() || null }),
      ...(days.trim() === saved.days ? {} : { retention_days: Number(days) }),
    });
  };
  const errorText = formError(saving.error, ["name", "default_from", "retention_days"]);
  const isUnchanged = name.trim() === saved.name && from.trim() === saved.from && days.trim() === saved.days;
  return (
    <Card>
      <Form error={saving.error} onSubmit={submit}>
        <CardHeader title="Account" description="Settings for everyone who sends with this account." />
        <CardBody className="grid gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <Field label="Account name" error={fieldError(saving.error, "name")}>
            {(control) => (
              <Input
                {...control}
                autoComplete="organization"
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Default sender"
            hint="Used when an email has no From address: name@example.com or Name <name@example.com>."
            error={fieldError(saving.error, "default_from")}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={from}
                onChange={(event) => setFrom(event.target.value)}
              />
            )}
          </Field>
          <RetentionField days={days} onChange={setDays} error={fieldError(saving.error, "retention_days")} />
        </CardBody>
        <CardFooter>
          <Button type="submit" disabled={isUnchanged} busy={saving.isPending}>
            Save account
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}
