import { useNavigate } from "@tanstack/react-router";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { STREAMS } from "../emails/emails-search.ts";
import { DEFAULT_RANGE, type InsightsSearch, RANGES } from "./insights-search.ts";

const NAMES: Record<(typeof RANGES)[number], string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
};

type RangeBarProps = {
  search: InsightsSearch;
  days: { from: string; to: string };
  domains: string[];
  /** The name of the previous range, such as "the 30 days before". */
  beforeName: string;
};

/** The range and the filters of the page. */
export function RangeBar({ search, days, domains, beforeName }: RangeBarProps) {
  const navigate = useNavigate({ from: "/insights" });
  const change = (changed: Partial<InsightsSearch>) =>
    void navigate({ search: (current) => ({ ...current, ...changed }), replace: true, resetScroll: false });
  const isCustom = search.from !== undefined;
  const offered =
    search.domain === undefined || domains.includes(search.domain) ? domains : [search.domain, ...domains];
  return (
    <fieldset className="mb-5 flex flex-wrap items-end gap-3">
      <legend className="sr-only">Range and filters</legend>
      <Select
        aria-label="Range"
        className="w-full sm:w-44"
        value={isCustom ? "custom" : (search.range ?? DEFAULT_RANGE)}
        onChange={({ currentTarget: { value } }) => {
          if (value === "custom") change({ range: undefined, ...days });
          else change({ range: RANGES.find((name) => name === value), from: undefined, to: undefined });
        }}
      >
        {RANGES.map((name) => (
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
      {offered.length > 0 ? (
        <Select
          aria-label="Domain"
          className="w-full sm:w-52"
          value={search.domain ?? ""}
          onChange={({ currentTarget: { value } }) => change({ domain: value || undefined })}
        >
          <option value="">All domains</option>
          {offered.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      <Select
        aria-label="Stream"
        className="w-full sm:w-44"
        value={search.stream ?? ""}
        onChange={({ currentTarget: { value } }) =>
          change({ stream: STREAMS.find((name) => name === value) })
        }
      >
        <option value="">All mail</option>
        <option value="transactional">Transactional</option>
        <option value="bulk">Bulk</option>
      </Select>
      <p className="text-[13px] text-ink-faint sm:ml-auto sm:pb-2">Compared with {beforeName}</p>
    </fieldset>
  );
}

type DayInputProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

function DayInput({ label, value, onChange, ...bounds }: DayInputProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      className="w-[calc(50%-0.375rem)] sm:w-40"
      value={value}
      {...bounds}
      onChange={({ currentTarget }) => {
        if (currentTarget.validity.valid && currentTarget.value !== "") onChange(currentTarget.value);
      }}
    />
  );
}
