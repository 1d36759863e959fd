import { useState } from "react";
import { oneOf } from "../../search.ts";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { RECENT_RANGES, type RecentRange, type SuppressionsSearch } from "./suppressions-search.ts";

const LABELS: Record<RecentRange, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

type TimeFilterProps = {
  search: SuppressionsSearch;
  onFilter: (change: SuppressionsSearch) => void;
};

/** A custom range has hours and minutes: a bad import is over in minutes. */
export function TimeFilter({ search: { last, from, to }, onFilter }: TimeFilterProps) {
  const [choseCustom, setChoseCustom] = useState(false);
  const isCustom = !last && (choseCustom || from !== undefined || to !== undefined);
  const choose = (value: string): void => {
    setChoseCustom(value === "custom");
    if (value !== "custom") onFilter({ last: oneOf(value, RECENT_RANGES), from: undefined, to: undefined });
    else onFilter({ last: undefined });
  };
  return (
    <>
      <Select
        aria-label="Time"
        className="min-w-36 flex-1 sm:flex-none"
        value={isCustom ? "custom" : (last ?? "")}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Any time</option>
        {RECENT_RANGES.map((range) => (
          <option key={range} value={range}>
            {LABELS[range]}
          </option>
        ))}
        <option value="custom">Between…</option>
      </Select>
      {isCustom ? (
        <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row sm:items-center">
          <MomentInput label="From" value={from} max={to} onChange={(moment) => onFilter({ from: moment })} />
          <span aria-hidden="true" className="text-ink-faint max-sm:hidden">
            –
          </span>
          <MomentInput label="To" value={to} min={from} onChange={(moment) => onFilter({ to: moment })} />
        </div>
      ) : null}
    </>
  );
}

type MomentInputProps = {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (moment: string | undefined) => void;
};

function MomentInput({ label, value, min, max, onChange }: MomentInputProps) {
  return (
    <Input
      type="datetime-local"
      aria-label={label}
      value={value ?? ""}
      min={min}
      max={max}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="min-w-0 sm:w-58"
    />
  );
}
