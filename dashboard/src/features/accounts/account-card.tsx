import { type FormEvent, useState } from "react";
import { fieldError, formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import type { Settings } from "./settings.ts";
import { useChangeSettings } from "./use-change-settings.ts";

export function AccountCard({ settings }: { settings: Settings }) {
  const saved = { name: settings.account.name, from: settings.account.default_from ?? "" };
  const [name, setName] = useState(saved.name);
  const [from, setFrom] = useState(saved.from);
  const saving = useChangeSettings();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate({
      ...(name.trim() === saved.name ? {} : { name: name.trim() }),
      ...(from.trim() === saved.from ? {} : { default_from: from.trim() || null }),
    });
  };
  const trouble = formError(saving.error, ["name", "default_from"]);
  const isUnchanged = name.trim() === saved.name && from.trim() === saved.from;
  return (
    <Card>
      <Form fault={saving.error} onSubmit={submit}>
        <CardHeader title="Account" description="What everybody who sends through this account shares." />
        <CardBody className="grid gap-5">
          {trouble ? <Alert tone="bad">{trouble}</Alert> : null}
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
            hint="Used when an email names no sender: name@example.com or Name <name@example.com>."
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
