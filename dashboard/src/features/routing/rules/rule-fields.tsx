import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Select } from "../../../ui/select.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { RelayList } from "./relay-list.tsx";
import type { RuleFieldsProps } from "./rule-fields-props.ts";

/** The request fields that have a form field. */
export const RULE_PATHS = ["name", "match", "action", "relay_ids", "spread", "pool_id"];

/** A rule's name, conditions and action. */
export function RuleFields(props: RuleFieldsProps) {
  const { draft, error, onChange } = props;
  return (
    <>
      <Field label="Name" hint="Shown on matching emails." error={fieldError(error, "name")}>
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

function ActionFields({ owner, draft, relays, pools, error, onChange }: RuleFieldsProps) {
  const errorText = fieldError(error, "action");
  return (
    <>
      <RadioGroup
        legend="Action"
        value={draft.action}
        onChange={(action) => onChange({ action })}
        options={[
          {
            value: "relay",
            label: "Relay",
            hint: "Send through one or more relays.",
          },
          {
            value: "direct",
            label: "Direct",
            hint: errorText ? <span className="text-bad">{errorText}</span> : undefined,
          },
          {
            value: "hold",
            label: "Hold",
            hint: "Keep in the queue. Rules are checked again hourly until the mail expires.",
          },
        ]}
      />
      {draft.action === "relay" ? (
        <RelayList draft={draft} relays={relays} error={fieldError(error, "relay_ids")} onChange={onChange} />
      ) : null}
      {draft.action === "direct" && owner === "instance" ? (
        <Field label="Source addresses" error={fieldError(error, "pool_id")}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={draft.poolId}
              onChange={(event) => onChange({ poolId: event.target.value })}
            >
              <option value="">Default of the machine</option>
              {pools.map(({ id, name }) => (
                <option key={id} value={id}>
                  Pool {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
    </>
  );
}
