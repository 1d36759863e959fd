import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { fieldError, formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { curlCommand } from "./curl-command.ts";
import { type CreatedKey, createKey, keysQuery, settingsQuery } from "./settings.ts";

/** Asks for a name, then shows the key: once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  if (created === null) {
    return (
      <Dialog title="Create an API key" shape="sm" onClose={onClose}>
        <NameKeyForm onCreated={setCreated} onCancel={onClose} />
      </Dialog>
    );
  }
  // Closes by its own button only: a stray Escape would lose the key for good.
  return (
    <Dialog title="Your new key" description={created.name} canClose={false} onClose={onClose}>
      <NewKey created={created} onDone={onClose} />
    </Dialog>
  );
}

interface NameKeyFormProps {
  onCreated: (created: CreatedKey) => void;
  onCancel: () => void;
}

function NameKeyForm({ onCreated, onCancel }: NameKeyFormProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const creating = useMutation({
    mutationFn: createKey,
    onSuccess: (created) => {
      onCreated(created);
      return queryClient.invalidateQueries(keysQuery);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    creating.mutate(name.trim());
  };
  const trouble = formError(creating.error, ["name"]);
  return (
    <DialogForm fault={creating.error} onSubmit={submit}>
      <DialogBody className="grid gap-4">
        {trouble ? <Alert tone="bad">{trouble}</Alert> : null}
        <Field
          label="Name"
          hint="Where it will be used: you will recognise it by this."
          error={fieldError(creating.error, "name")}
        >
          {(control) => (
            <Input
              {...control}
              placeholder="Production server"
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={name.trim() === ""} busy={creating.isPending}>
          Create key
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}

function NewKey({ created, onDone }: { created: CreatedKey; onDone: () => void }) {
  const body = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone; without this the next Tab would start anywhere.
  useEffect(() => body.current?.focus(), []);
  const settings = useQuery(settingsQuery).data;
  const command = curlCommand({
    baseUrl: settings?.base_url ?? window.location.origin,
    key: created.key,
    to: settings?.user.email ?? "you@example.com",
    from: settings && settings.account.default_from === null ? settings.user.email : undefined,
  });
  return (
    <>
      <DialogBody ref={body} tabIndex={-1} className="grid gap-5 outline-none">
        <Alert tone="warn">
          Copy it now and keep it like a password. It is stored only as a hash, so this is the only time it
          can be shown.
        </Alert>
        <div className="flex items-center gap-2 rounded-lg border border-line-strong bg-subtle py-2 pr-2 pl-3.5">
          <code className="min-w-0 flex-1 font-mono text-[13px] break-all">{created.key}</code>
          <CopyButton text={created.key} label="Copy key" withLabel />
        </div>
        <div className="grid gap-2">
          <p className="text-[13px] font-medium">Send your first email with it</p>
          <CodeBlock code={command} copyLabel="Copy command" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </DialogFooter>
    </>
  );
}
