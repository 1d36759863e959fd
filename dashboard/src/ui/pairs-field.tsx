import { useRef } from "react";
import { Button } from "./button.tsx";
import { CircleAlert, Plus, X } from "./icons.gen.ts";
import { Input } from "./input.tsx";

export type Pair = {
  name: string;
  value: string;
};

type PairsFieldProps = {
  legend: string;
  hint?: string;
  /** Singular, for the buttons' labels: "tag". */
  noun: string;
  /** The first column's label: "Name". */
  nameLabel?: string;
  placeholder?: Pair;
  pairs: Pair[];
  onChange: (pairs: Pair[]) => void;
  error?: string | undefined;
};

/** Any number of names with values. */
export function PairsField(props: PairsFieldProps) {
  const { legend, hint, noun, nameLabel = "Name", placeholder, pairs, onChange, error } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const change = (index: number, part: Partial<Pair>): void =>
    onChange(pairs.map((pair, position) => (position === index ? { ...pair, ...part } : pair)));
  const focusLast = (selector: string): void => {
    queueMicrotask(() => [...(group.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus());
  };
  return (
    <fieldset ref={group} className="grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      {pairs.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names can be empty or equal while the user types, so the index is the key
        <div key={index} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-2">
          <Input
            aria-label={`${nameLabel} of ${noun} ${index + 1}`}
            placeholder={placeholder?.name}
            aria-invalid={error ? true : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-pair-name=""
            value={pair.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <Input
            aria-label={`Value of ${noun} ${index + 1}`}
            placeholder={placeholder?.value}
            autoComplete="off"
            spellCheck={false}
            value={pair.value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${noun} ${index + 1}`}
            onClick={() => {
              onChange(pairs.filter((_, position) => position !== index));
              focusLast("[data-pair-add]");
            }}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {error ? (
        <p className="flex items-start gap-1.5 text-[13px] text-bad">
          <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
          {error}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2"
          data-pair-add=""
          onClick={() => {
            onChange([...pairs, { name: "", value: "" }]);
            focusLast("[data-pair-name]");
          }}
        >
          <Plus aria-hidden="true" />
          Add {noun}
        </Button>
        {hint ? <span className="text-[13px] text-ink-faint">{hint}</span> : null}
      </div>
    </fieldset>
  );
}
