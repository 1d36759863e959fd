import { useState } from "react";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { dayBefore } from "./emails-search.ts";

const RANGES = [
  { value: "today", label: "Today", daysAgo: 0 },
  { value: "week", label: "Last 7 days", daysAgo: 6 },
  { value: "month", label: "Last 30 days", daysAgo: 29 },
];

type DateRange = {
  after?: string | undefined;
  before?: string | undefined;
};

type DateFilterProps = DateRange & {
  onChange: (range: DateRange) => void;
};

/** Named ranges, or a first and a last day. */
export function DateFilter({ after, before, onChange }: DateFilterProps) {
  const [choseCustom, setChoseCustom] = useState(false);
  const named = RANGES.find(({ daysAgo }) => after === dayBefore(new Date(), daysAgo) && !before);
  const hasDays = after !== undefined || before !== undefined;
  const isCustom = choseCustom || (hasDays && !named);
  const choose = (value: string): void => {
    const range = RANGES.find((candidate) => candidate.value === value);
    setChoseCustom(value === "custom");
    if (value === "custom") return;
    onChange({ after: range && dayBefore(new Date(), range.daysAgo), before: undefined });
  };
  return (
    <>
      <Select
        aria-label="Date"
        className="flex-1 sm:flex-none"
        value={isCustom ? "custom" : (named?.value ?? "")}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Any time</option>
        {RANGES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="custom">Custom range…</option>
      </Select>
      {isCustom ? (
        <div className="flex w-full items-center gap-2 sm:w-auto">
          <DayInput
            label="First day"
            value={after}
            max={before}
            onChange={(day) => onChange({ after: day })}
          />
          <span aria-hidden="true" className="text-ink-faint">
            –
          </span>
          <DayInput
            label="Last day"
            value={before}
            min={after}
            onChange={(day) => onChange({ before: day })}
          />
        </div>
      ) : null}
    </>
  );
}

type DayInputProps = {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
};

function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      value={value ?? ""}
      min={min}
      max={max}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="min-w-0 sm:w-38"
    />
  );
}
