import type { ReactNode } from "react";
import type { QueueAction, QueueGroup } from "../../api-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Ellipsis } from "../../ui/icons.gen.ts";
import { Menu } from "../../ui/menu.tsx";
import { Time } from "../../ui/time.tsx";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { formatCount } from "./format-count.ts";
import { LoadBar } from "./load-bar.tsx";
import { QueueMenuItems } from "./queue-menu-items.tsx";
import { RateLine } from "./rate-line.tsx";

type GroupRowProps = {
  group: QueueGroup;
  longest: number;
  countedUpTo: number;
  /** Whether the user may resume it: accounts cannot end an operator's pause. */
  mayResume: boolean;
  onAction: (action: QueueAction) => void;
};

/** One destination or account: counts, rate, oldest recipient, reasons for delay. */
export function GroupRow({ group, longest, countedUpTo, mayResume, onAction }: GroupRowProps) {
  return (
    <li data-row="" className="grid gap-3 px-4 py-4 -outline-offset-6 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
            <bdi>{group.name}</bdi>
            <State group={group} />
          </h3>
          <p className="mt-0.5 text-[13px] text-ink-faint">{describeExtent(group)}</p>
        </div>
        <HiddenFromViewers>
          <Menu
            trigger={
              <Button variant="ghost" size="icon" aria-label={`Actions for ${group.name}`}>
                <Ellipsis aria-hidden="true" />
              </Button>
            }
          >
            <QueueMenuItems isPaused={group.pause !== null && mayResume} onAction={onAction} />
          </Menu>
        </HiddenFromViewers>
      </div>
      <LoadBar group={group} longest={longest} />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-[13px] sm:flex sm:flex-wrap sm:gap-x-8">
          <Fact label="Queued">{formatCount(group.waiting, countedUpTo)}</Fact>
          <Fact label="In flight">{group.in_flight.toLocaleString("en")}</Fact>
          <Fact label="Due later">{formatCount(group.delayed, countedUpTo)}</Fact>
          <Fact label={group.oldest_at ? "Oldest" : "Next"}>
            <When value={group.oldest_at ?? group.next_at} />
          </Fact>
          <Fact label="Per minute">{group.rate_per_minute.toLocaleString("en")}</Fact>
        </dl>
        <RateLine history={group.history} rate_per_minute={group.rate_per_minute} />
      </div>
      {group.why.length === 0 ? null : (
        <ul className="grid gap-1 text-[13px] text-ink-soft">
          {group.why.map((words) => (
            <li key={words} className="wrap-anywhere">
              <bdi>{words}</bdi>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function State({ group: { pause, closed_until, waiting, in_flight } }: { group: QueueGroup }) {
  if (pause) return <Badge tone="warn">{pause.kind === "hold" ? "Held" : "Paused"}</Badge>;
  if (closed_until)
    return (
      <Badge tone="bad">
        Paused after failures, next try <Time value={closed_until} />
      </Badge>
    );
  if (in_flight > 0)
    return (
      <Badge tone="good" dot="moving">
        Sending
      </Badge>
    );
  return waiting > 0 ? <Badge tone="info">Queued</Badge> : null;
}

function describeExtent({ domains, accounts }: QueueGroup): string {
  const parts = [
    domains === 1 ? "1 domain" : `${domains.toLocaleString("en")} domains`,
    ...(accounts > 1 ? [`${accounts.toLocaleString("en")} accounts`] : []),
  ];
  return parts.join(" · ");
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function When({ value }: { value: string | null }) {
  return value === null ? "—" : <Time value={value} />;
}
