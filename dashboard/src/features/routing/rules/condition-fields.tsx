import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import type { RuleDraft } from "./rule-draft.ts";
import type { RuleFieldsProps } from "./rule-fields-props.ts";

/** All that is filled in must hold. */
export function ConditionFields({ owner, draft, fault, onChange }: RuleFieldsProps) {
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
      <legend className="mb-3 text-[13px] font-medium">Mail that fits all of this</legend>
      <Field label="Stream" hint="Bulk is what was sent with stream: bulk.">
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
        <Field label="From the domain" error={fieldError(fault, "match.from_domain")}>
          {(control) => <Input {...control} {...text("fromDomain", "Any")} />}
        </Field>
        <Field
          label="To the domain"
          hint="*.example.com is all below it."
          error={fieldError(fault, "match.recipient_domain")}
        >
          {(control) => <Input {...control} {...text("recipientDomain", "Any")} />}
        </Field>
        <Field label="With the tag" error={fieldError(fault, "match.tag")}>
          {(control) => <Input {...control} {...text("tagName", "Any")} />}
        </Field>
        <Field label="of the value">
          {(control) => <Input {...control} {...text("tagValue", "Any")} disabled={draft.tagName === ""} />}
        </Field>
      </div>
      {owner === "instance" ? (
        <Field label="Of the account" hint="Its id." error={fieldError(fault, "match.account_id")}>
          {(control) => <Input {...control} {...text("accountId", "Any")} />}
        </Field>
      ) : null}
    </fieldset>
  );
}
