import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { X } from "./icons.gen.ts";
import { SearchInput } from "./search-input.tsx";
import { Select } from "./select.tsx";

type FilterBarProps = {
  /** Filters are active: shows "Clear". */
  isFiltered?: boolean;
  onClear?: () => void;
  /** Acts on every row that matches. */
  action?: ReactNode;
  children: ReactNode;
};

/** The filters above a list: TextFilter, ChoiceFilter, or any control. */
export function FilterBar({ isFiltered = false, onClear, action, children }: FilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {children}
      {isFiltered && onClear ? (
        <Button variant="ghost" className="max-sm:w-full" onClick={onClear}>
          <X aria-hidden="true" />
          Clear
        </Button>
      ) : null}
      {action}
    </div>
  );
}

type TextFilterProps = {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

export function TextFilter({ label, placeholder = label, value, onChange }: TextFilterProps) {
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      className="w-full sm:w-auto sm:min-w-52 sm:max-w-md sm:flex-1"
      value={value ?? ""}
      onSearch={(text) => onChange(text || undefined)}
    />
  );
}

export type Choice<T extends string> = { value: T; label: string };

type ChoiceFilterProps<T extends string> = {
  label: string;
  /** The option that selects everything, such as "Any status". */
  any: string;
  choices: readonly Choice<T>[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
};

export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>) {
  const { label, any, choices, value, onChange } = props;
  return (
    <Select
      aria-label={label}
      className="min-w-36 flex-1 sm:max-w-64 sm:flex-none"
      value={value ?? ""}
      onChange={({ target }) => onChange(choices.find((choice) => choice.value === target.value)?.value)}
    >
      <option value="">{any}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}
