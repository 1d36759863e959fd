import type { Queue } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { Time } from "../../ui/time.tsx";

/** Closed throttles without a row on this page, mainly relays. */
export function ClosedThrottles({ queue: { closed_throttles, groups } }: { queue: Queue }) {
  const names = new Set(groups.map(({ id }) => id));
  const others = closed_throttles.filter(({ name }) => !names.has(name));
  if (others.length === 0) return null;
  return (
    <Alert tone="warn">
      <ul className="grid gap-1">
        {others.map(({ name, closed_until, reason }) => (
          <li key={name} className="wrap-anywhere">
            <bdi className="font-medium">{name}</bdi> is paused after failures; next try{" "}
            <Time value={closed_until} />
            {reason ? (
              <>
                : <bdi>{reason}</bdi>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
