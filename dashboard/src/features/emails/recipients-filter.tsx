import type { EmailRecipient } from "../../api-types.ts";
import { cx } from "../../ui/cx.ts";
import { SearchInput } from "../../ui/search-input.tsx";
import { countStates, type RecipientFilter } from "./recipient-filter.ts";
import { STATUS_LOOKS } from "./status-badge.tsx";

type RecipientsFilterProps = {
  recipients: EmailRecipient[];
  filter: RecipientFilter;
  onFilter: (filter: RecipientFilter) => void;
};

/** A search by address, and a button with a count for each state. */
export function RecipientsFilter({ recipients, filter, onFilter }: RecipientsFilterProps) {
  const counts = countStates(recipients);
  return (
    <div className="grid gap-3 px-5 pt-3">
      <SearchInput
        label="Find a recipient"
        value={filter.text}
        onSearch={(text) => onFilter({ ...filter, text })}
      />
      {counts.length > 1 ? (
        <div className="flex flex-wrap gap-1.5">
          {counts.map(({ state, count }) => (
            <button
              key={state}
              type="button"
              aria-pressed={filter.state === state}
              onClick={() => onFilter({ ...filter, state: filter.state === state ? null : state })}
              className={cx(
                "inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium text-ink-soft transition-colors hover:bg-subtle hover:text-ink",
                filter.state === state && "border-accent-ink bg-accent-soft text-accent-ink",
              )}
            >
              {STATUS_LOOKS[state].label}
              <span className="tabular-nums">{count.toLocaleString("en")}</span>
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
