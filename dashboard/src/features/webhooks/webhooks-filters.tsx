import { choiceKey, type QueryKey } from "../../query-text.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { ALL_TYPES } from "./webhook-types.ts";
import { WEBHOOK_STATUSES, type WebhooksSearch, webhooksSearch } from "./webhooks-search.ts";

const KEYS: readonly QueryKey[] = [
  choiceKey("status", "active, failing, secret_lost or disabled", WEBHOOK_STATUSES),
  {
    ...choiceKey("type", "A type of event that it receives", ALL_TYPES),
    form: "Use a type such as email.bounced.",
  },
];
const VALUES = new Map<string, readonly string[]>([
  ["status", WEBHOOK_STATUSES],
  ["type", ALL_TYPES],
]);

type WebhooksFiltersProps = {
  search: WebhooksSearch;
  isFiltered: boolean;
  change: (next: WebhooksSearch) => void;
  clear: () => void;
};

export function WebhooksFilters(props: WebhooksFiltersProps) {
  return (
    <QueryBar<WebhooksSearch>
      label="Search webhooks"
      placeholder="Search URLs, or status:failing type:email.bounced"
      keys={KEYS}
      valuesOf={(key) => VALUES.get(key) ?? []}
      searchOf={webhooksSearch}
      {...props}
    />
  );
}
