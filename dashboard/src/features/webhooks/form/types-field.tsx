import type { WebhookType } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TYPE_GROUPS } from "../webhook-types.ts";

type TypesFieldProps = {
  types: readonly WebhookType[];
  onChange: (types: WebhookType[]) => void;
};

/** An empty selection means all types, including types that are added later. */
export function TypesField({ types, onChange }: TypesFieldProps) {
  const toggle = (type: WebhookType, isOn: boolean): void =>
    onChange(isOn ? [...types, type] : types.filter((other) => other !== type));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-4 text-[13px] font-medium">
        Events
        <span className="font-normal text-ink-faint">
          {types.length === 0 ? "All" : `${types.length} selected`}
        </span>
      </legend>
      {TYPE_GROUPS.map((group) => (
        <TypeGroup key={group.label} group={group} types={types} onToggle={toggle} onChange={onChange} />
      ))}
      <p className="text-[13px] text-ink-faint">
        Without a selection, all events are sent, except Queued and Scheduled.
      </p>
    </fieldset>
  );
}

type TypeGroupProps = TypesFieldProps & {
  group: (typeof TYPE_GROUPS)[number];
  onToggle: (type: WebhookType, isOn: boolean) => void;
};

function TypeGroup({ group: { label, types: own }, types, onToggle, onChange }: TypeGroupProps) {
  const isWhole = own.every(({ type }) => types.includes(type));
  const others = types.filter((type) => !own.some((each) => each.type === type));
  return (
    <fieldset aria-label={label} className="rounded-lg border p-3">
      <div className="mb-2 flex items-center justify-between">
        <span className="text-xs font-medium text-ink-faint">{label}</span>
        <Button
          size="sm"
          variant="ghost"
          className="-my-1 -mr-2 h-7"
          aria-label={isWhole ? `Clear ${label}` : `Select all of ${label}`}
          onClick={() => onChange(isWhole ? others : [...others, ...own.map(({ type }) => type)])}
        >
          {isWhole ? "Clear" : "Select all"}
        </Button>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {own.map(({ type, label: name, hint }) => (
          <Checkbox
            key={type}
            label={name}
            hint={hint}
            checked={types.includes(type)}
            onChange={(event) => onToggle(type, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
