import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { DomainInput } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { Field } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { addDomain, DOMAINS_KEY } from "./domains.ts";

const FURTHER = ["return_path", "tracking_host"];
const FIELDS = ["name", ...FURTHER];

/** Opens the new domain's page, which has its records. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState({ name: "", return_path: "bounce", tracking_host: "" });
  const adding = useAddDomain(onClose);
  const errorText = formError(adding.error, FIELDS);
  const control = (field: keyof typeof draft, placeholder: string) => ({
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    placeholder,
    value: draft[field],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  });
  return (
    <FormDialog
      title="Add domain"
      error={adding.error}
      errorText={errorText}
      action="Add domain"
      disabled={draft.name.trim() === ""}
      busy={adding.isPending}
      onSubmit={() => {
        const { name, return_path, tracking_host } = draft;
        adding.mutate({
          name: name.trim(),
          return_path,
          ...(tracking_host.trim() !== "" && { tracking_host }),
        });
      }}
      onClose={onClose}
    >
      <Field
        label="Domain"
        hint="The part after the @ in your From addresses. Add subdomains separately."
        error={fieldError(adding.error, "name")}
      >
        {(props) => <Input {...props} {...control("name", "example.com")} inputMode="url" />}
      </Field>
      <Fold title="Advanced" open={FURTHER.some((field) => fieldError(adding.error, field) !== undefined)}>
        <div className="grid gap-5">
          <Field
            label="Return path"
            hint="Subdomain that receives bounces."
            error={fieldError(adding.error, "return_path")}
          >
            {(props) => <Input {...props} {...control("return_path", "bounce")} />}
          </Field>
          <Field
            label="Tracking host"
            aside="Optional"
            hint="Subdomain for tracked links in your emails."
            error={fieldError(adding.error, "tracking_host")}
          >
            {(props) => <Input {...props} {...control("tracking_host", "links")} />}
          </Field>
        </div>
      </Fold>
    </FormDialog>
  );
}

function useAddDomain(onAdded: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (input: DomainInput) => addDomain(input),
    onSuccess: async ({ name }) => {
      await navigate({ to: "/domains/$domain", params: { domain: name } });
      onAdded();
      await queryClient.invalidateQueries({ queryKey: DOMAINS_KEY });
    },
  });
}
