import { useNavigate } from "@tanstack/react-router";
import { Select } from "../../ui/select.tsx";
import { STREAMS } from "../emails/emails-search.ts";
import type { InsightsSearch } from "./insights-search.ts";
import { RANGES } from "./range-search.ts";
import { RangeSelect } from "./range-select.tsx";

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
  const change = (changed: Pick<InsightsSearch, "domain" | "stream">) =>
    void navigate({ search: (current) => ({ ...current, ...changed }), replace: true, resetScroll: false });
  const offered =
    search.domain === undefined || domains.includes(search.domain) ? domains : [search.domain, ...domains];
  return (
    <fieldset className="mb-5 flex flex-wrap items-end gap-3">
      <legend className="sr-only">Range and filters</legend>
      <RangeSelect search={search} ranges={RANGES} days={days} />
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
