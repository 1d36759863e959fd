import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { fieldError, formError } from "../../form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast.ts";
import { useFormValues } from "../../use-form-values.ts";
import { changeDomain } from "../domains/domains.ts";
import { useDomainChange } from "../domains/use-domain-change.ts";
import { domainTrackingQuery } from "./tracking.ts";

/** The subdomain for links. Its CNAME record is among the domain's DNS records. */
export function HostForm({ name, host }: { name: string; host: string | null }) {
  const saved = host === null ? "" : host.slice(0, -name.length - 1);
  const { entered, enter, reset } = useFormValues({ label: saved });
  const label = entered.label.trim();
  const queryClient = useQueryClient();
  const saving = useDomainChange(
    (wanted: string) => changeDomain(name, { tracking_host: wanted === "" ? null : wanted }),
    {
      onSuccess: async (domain) => {
        showToast({
          title: "Tracking host saved",
          ...(domain.tracking_host !== null && { description: "Add its CNAME record, shown above." }),
        });
        await queryClient.invalidateQueries({ queryKey: domainTrackingQuery(name).queryKey });
      },
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(label, { onSuccess: reset });
  };
  return (
    <Form error={saving.error} onSubmit={submit}>
      <Field
        label="Tracking host"
        aside="Optional"
        hint={
          <>
            A subdomain such as <code className="font-mono">links</code>.{name}. Without it, links use this
            server's host.
          </>
        }
        error={fieldError(saving.error, "tracking_host") ?? formError(saving.error, ["tracking_host"])}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={entered.label}
              onChange={({ target }) => enter({ label: target.value })}
            />
            <Button type="submit" busy={saving.isPending} disabled={label === saved}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </Form>
  );
}
