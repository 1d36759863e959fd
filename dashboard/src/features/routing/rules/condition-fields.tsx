import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import type { RuleDraft } from "./rule-draft.ts";
import type { RuleFieldsProps } from "./rule-fields-props.ts";

/** All filled-in conditions must match. */
export function ConditionFields({ owner, draft, error, onChange }: RuleFieldsProps) {
  const text = (part: keyof RuleDraft, placeholder: string) => ({
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    placeholder,
    value: String(draft[part]),
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
  });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-[13px] font-medium">Conditions (all)</legend>
      <Field label="Stream" hint="Bulk mail is sent with stream: bulk.">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={draft.stream}
            onChange={(event) => onChange({ stream: event.target.value as RuleDraft["stream"] })}
          >
            <option value="">Any</option>
            <option value="transactional">Transactional</option>
            <option value="bulk">Bulk</option>
          </Select>
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Sender domain" error={fieldError(error, "match.from_domain")}>
          {(control) => <Input {...control} {...text("fromDomain", "Any")} />}
        </Field>
        <Field
          label="Recipient domain"
          hint="*.example.com matches all subdomains."
          error={fieldError(error, "match.recipient_domain")}
        >
          {(control) => <Input {...control} {...text("recipientDomain", "Any")} />}
        </Field>
        <Field label="Tag" error={fieldError(error, "match.tag")}>
          {(control) => <Input {...control} {...text("tagName", "Any")} />}
        </Field>
        <Field label="Tag value">
          {(control) => <Input {...control} {...text("tagValue", "Any")} disabled={draft.tagName === ""} />}
        </Field>
      </div>
      {owner === "instance" ? (
        <Field label="Account ID" error={fieldError(error, "match.account_id")}>
          {(control) => <Input {...control} {...text("accountId", "Any")} />}
        </Field>
      ) : null}
    </fieldset>
  );
}
