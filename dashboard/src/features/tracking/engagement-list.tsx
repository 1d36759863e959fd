import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ExactTime } from "../../ui/time.tsx";
import { describeEngagement, type Engagement, isPerson } from "./describe-engagement.ts";

/** Opens, clicks and unsubscribes of a recipient. Those of programs are hidden at first. */
export function EngagementList({ engagements }: { engagements: Engagement[] }) {
  const [showsMachines, setShowsMachines] = useState(false);
  if (engagements.length === 0) return null;
  const inOrder = engagements.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const people = inOrder.filter(({ actor }) => isPerson(actor));
  const machines = inOrder.length - people.length;
  const shown = showsMachines ? inOrder : people;
  return (
    <div className="mt-4 ml-[7px]">
      {shown.length === 0 ? null : (
        <ol aria-label="Opens and clicks">
          {shown.map((engagement) => (
            <EngagementItem key={engagement.id} engagement={engagement} />
          ))}
        </ol>
      )}
      {machines === 0 ? null : (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 ml-3"
          aria-pressed={showsMachines}
          onClick={() => setShowsMachines(!showsMachines)}
        >
          {showsMachines ? "Hide machines" : `Show machines (${machines.toLocaleString("en")})`}
        </Button>
      )}
    </div>
  );
}

function EngagementItem({ engagement }: { engagement: Engagement }) {
  const { title, isOfPerson, who, why } = describeEngagement(engagement);
  return (
    <li className="relative pb-3 pl-6">
      <span
        aria-hidden="true"
        className={cx(
          "absolute top-1.5 -left-[4.5px] size-2 rounded-full",
          isOfPerson ? "bg-violet" : "border border-ink-faint bg-surface",
        )}
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{title}</span>
        <span className="text-xs text-ink-faint tabular-nums">
          <ExactTime value={engagement.created_at} />
        </span>
      </p>
      <p className="mt-0.5 text-[13px] leading-5 wrap-anywhere text-ink-soft">
        {engagement.url === null ? null : (
          <bdi className="block font-mono text-xs text-ink">{engagement.url}</bdi>
        )}
        {who}
      </p>
      <p className="text-xs text-ink-faint">{why}</p>
    </li>
  );
}
