import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Webhook, WebhookTest } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { oneOf } from "../../search.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { ALL_TYPES, TYPE_GROUPS } from "./webhook-types.ts";
import { testWebhook, WEBHOOKS_KEY } from "./webhooks.ts";

/** Sends a sample event and shows the response. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [type, setType] = useState(
    ALL_TYPES.find((each) => webhook.types.includes(each)) ?? "email.delivered",
  );
  const testing = useMutation({
    mutationFn: () => testWebhook(webhook.id, type),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    testing.mutate();
  };
  const errorText = formError(testing.error, []);
  return (
    <Dialog title="Send a test event" shape="sm" onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <DialogBody className="grid gap-4">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <Field label="Event" hint="A sample with invented data and a new ID.">
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={type}
                onChange={(event) => setType(oneOf(event.target.value, ALL_TYPES) ?? type)}
              >
                {TYPE_GROUPS.map(({ label, types }) => (
                  <optgroup key={label} label={label}>
                    {types.map((each) => (
                      <option key={each.type} value={each.type}>
                        {each.type}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </Select>
            )}
          </Field>
          <div role="status">{testing.data ? <TestResult result={testing.data} /> : null}</div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="primary" busy={testing.isPending}>
            Send
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

function TestResult({ result }: { result: WebhookTest }) {
  const { succeeded, status, duration_ms, response, error } = result;
  return (
    <div className="grid gap-2 rounded-lg border p-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={succeeded ? "good" : "bad"}>{status ?? "No response"}</Badge>
        <span className="text-[13px] text-ink-soft tabular-nums">{duration_ms.toLocaleString("en")} ms</span>
      </p>
      {error === null ? null : <p className="text-[13px] text-bad">The URL {error}.</p>}
      {response ? (
        <pre className="max-h-40 overflow-y-auto font-mono text-[13px] wrap-anywhere whitespace-pre-wrap">
          {response}
        </pre>
      ) : null}
    </div>
  );
}
