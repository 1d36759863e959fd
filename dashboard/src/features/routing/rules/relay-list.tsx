import type { Relay } from "../../../api-types.ts";
import { Field } from "../../../ui/field.tsx";
import { ArrowDown, ArrowUp, CircleAlert, X } from "../../../ui/icons.gen.ts";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Select } from "../../../ui/select.tsx";
import { moved, type RuleDraft } from "./rule-draft.ts";
import { StepButton } from "./step-button.tsx";

type RelayListProps = {
  draft: RuleDraft;
  relays: Relay[];
  error: string | undefined;
  onChange: (part: Partial<RuleDraft>) => void;
};

/** The rule's relays, in order. */
export function RelayList({ draft, relays, error, onChange }: RelayListProps) {
  const { relayIds } = draft;
  const chosen = relayIds.map(
    (id) => relays.find((relay) => relay.id === id) ?? { id, name: "Deleted relay" },
  );
  const left = relays.filter(({ id }) => !relayIds.includes(id));
  const change = (ids: string[]): void => onChange({ relayIds: ids });
  return (
    <div className="grid gap-4">
      {chosen.length === 0 ? null : (
        <ol aria-label="Selected relays" className="divide-y rounded-lg border">
          {chosen.map(({ id, name }, index) => (
            <li key={id} className="flex items-center justify-between gap-2 py-1 pr-1 pl-3">
              <span className="min-w-0 wrap-anywhere">
                {index + 1}. <bdi>{name}</bdi>
              </span>
              <span className="flex shrink-0">
                <StepButton
                  label={`Move ${name} up`}
                  icon={ArrowUp}
                  disabled={index === 0}
                  onPress={() => change(moved(relayIds, index, index - 1))}
                />
                <StepButton
                  label={`Move ${name} down`}
                  icon={ArrowDown}
                  disabled={index === chosen.length - 1}
                  onPress={() => change(moved(relayIds, index, index + 1))}
                />
                <StepButton
                  label={`Remove ${name}`}
                  icon={X}
                  disabled={false}
                  onPress={() => change(relayIds.toSpliced(index, 1))}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      {left.length > 0 ? (
        <Field label="Add relay" error={error}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value=""
              onChange={(event) => change([...relayIds, event.target.value])}
            >
              <option value="" disabled>
                Choose a relay
              </option>
              {left.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {relays.length === 0 ? (
        <p className="flex gap-1.5 text-[13px] text-ink-soft">
          <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
          No relays yet. Add one first.
        </p>
      ) : null}
      {chosen.length > 1 ? (
        <RadioGroup
          legend="Distribution"
          value={draft.spread}
          onChange={(spread) => onChange({ spread })}
          options={[
            { value: "order", label: "In order", hint: "Uses the first available relay." },
            { value: "weight", label: "By weight", hint: "Shares mail among available relays." },
          ]}
        />
      ) : null}
    </div>
  );
}
