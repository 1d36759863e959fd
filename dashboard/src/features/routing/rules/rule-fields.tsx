import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Select } from "../../../ui/select.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { RelayList } from "./relay-list.tsx";
import type { RuleFieldsProps } from "./rule-fields-props.ts";

/** The fields of a request that stand in the form. */
export const RULE_PATHS = ["name", "match", "action", "relay_ids", "spread", "pool_id"];

/** Which mail, and where it goes. */
export function RuleFields(props: RuleFieldsProps) {
  const { draft, fault, onChange } = props;
  return (
    <>
      <Field
        label="Name"
        hint="Stands with the emails that it decides about."
        error={fieldError(fault, "name")}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            placeholder="Newsletters"
            maxLength={60}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <ConditionFields {...props} />
      <ActionFields {...props} />
    </>
  );
}

function ActionFields({ owner, draft, relays, pools, fault, onChange }: RuleFieldsProps) {
  const trouble = fieldError(fault, "action");
  return (
    <>
      <RadioGroup
        legend="It"
        value={draft.action}
        onChange={(action) => onChange({ action })}
        options={[
          {
            value: "relay",
            label: "goes by relay",
            hint: "By one, or by several that stand in for each other.",
          },
          {
            value: "direct",
            label: "goes straight to the recipients’ servers",
            hint: trouble ? <span className="text-bad">{trouble}</span> : undefined,
          },
          { value: "hold", label: "is held", hint: "Looked at again each hour, until its time is up." },
        ]}
      />
      {draft.action === "relay" ? (
        <RelayList draft={draft} relays={relays} error={fieldError(fault, "relay_ids")} onChange={onChange} />
      ) : null}
      {draft.action === "direct" && owner === "instance" ? (
        <Field label="From the addresses of" error={fieldError(fault, "pool_id")}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={draft.poolId}
              onChange={(event) => onChange({ poolId: event.target.value })}
            >
              <option value="">the machine: whichever it takes</option>
              {pools.map(({ id, name }) => (
                <option key={id} value={id}>
                  the pool {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
    </>
  );
}
