import type { RemovalFilter } from "../../api-types.ts";
import { REASON_NAMES, SOURCE_NAMES } from "./suppression.ts";

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** "Bounced · reply “5.1.0” · from Nov 21, 2026, 8:30 AM". */
export function describeFilter(filter: RemovalFilter): string {
  const parts = [
    filter.reason ? REASON_NAMES[filter.reason] : "Bounced or added by you",
    filter.source ? `source: ${SOURCE_NAMES[filter.source]}` : null,
    filter.domain ? `domain ${filter.domain}` : null,
    filter.reply ? `reply “${filter.reply}”` : null,
    filter.search ? `address “${filter.search}”` : null,
    filter.after ? `from ${moment.format(new Date(filter.after))}` : null,
    filter.before ? `to ${moment.format(new Date(filter.before))}` : null,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}
