import { useNavigate } from "@tanstack/react-router";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { DEFAULT_RANGE, type RangeName, type RangeSearch } from "./range-search.ts";

const NAMES: Record<RangeName, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
};

type RangeSelectProps = {
  search: RangeSearch;
  /** The ranges to choose from, besides custom days. */
  ranges: readonly RangeName[];
  /** The first and the last day of the range. */
  days: { from: string; to: string };
};

/** Chooses the range of a page, which is in its address. */
export function RangeSelect({ search, ranges, days }: RangeSelectProps) {
  const navigate = useNavigate();
  const change = (changed: RangeSearch) =>
    void navigate({
      to: ".",
      search: (current: object) => ({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const isCustom = search.from !== undefined;
  return (
    <>
      <Select
        aria-label="Range"
        className="w-full sm:w-44"
        value={isCustom ? "custom" : (search.range ?? DEFAULT_RANGE)}
        onChange={({ currentTarget: { value } }) => {
          if (value === "custom") change({ range: undefined, ...days });
          else change({ range: ranges.find((name) => name === value), from: undefined, to: undefined });
        }}
      >
        {ranges.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
        <option value="custom">Custom days</option>
      </Select>
      {isCustom ? (
        <>
          <DayInput
            label="First day"
            value={days.from}
            max={days.to}
            onChange={(from) => change({ from, to: days.to })}
          />
          <DayInput
            label="Last day"
            value={days.to}
            min={days.from}
            onChange={(to) => change({ from: days.from, to })}
          />
        </>
      ) : null}
    </>
  );
}

type DayInputProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

/** By default, the bounds are those of the API. */
function DayInput({ label, value, min = "1000-01-01", max = "2999-12-31", onChange }: DayInputProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      className="w-[calc(50%-0.375rem)] sm:w-40"
      value={value}
      min={min}
      max={max}
      onChange={({ currentTarget }) => {
        if (currentTarget.validity.valid && currentTarget.value !== "") onChange(currentTarget.value);
      }}
    />
  );
}
