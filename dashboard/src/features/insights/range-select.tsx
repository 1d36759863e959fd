import { useNavigate } from "@tanstack/react-router";
import { Select } from "../../ui/select.tsx";
import { DayInputs } from "./day-inputs.tsx";
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
      {isCustom ? <DayInputs days={days} onChange={change} /> : null}
    </>
  );
}
