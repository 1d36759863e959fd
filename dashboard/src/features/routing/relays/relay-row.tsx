import type { Relay } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Ellipsis, Pencil, Power, Trash } from "../../../ui/icons.gen.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { Time } from "../../../ui/time.tsx";
import { HiddenFromViewers } from "../../accounts/viewers.tsx";

export type RelayAction = "test" | "edit" | "switch" | "remove";

type RelayRowProps = {
  relay: Relay;
  onAct: (action: RelayAction) => void;
};

export function RelayRow({ relay, onAct }: RelayRowProps) {
  return (
    <li data-row="" className="grid gap-2 px-4 py-4 -outline-offset-6 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
            <bdi>{relay.name}</bdi>
            <HealthBadge relay={relay} />
          </h3>
          <p className="mt-0.5 font-mono text-[13px] break-all text-ink-soft">
            <bdi>{relay.url}</bdi>
          </p>
        </div>
        <HiddenFromViewers>
          <div className="flex items-center gap-1">
            <Button size="sm" aria-label={`Test ${relay.name}`} onClick={() => onAct("test")}>
              Test
            </Button>
            <RelayMenu relay={relay} onAct={onAct} />
          </div>
        </HiddenFromViewers>
      </div>
      <p className="text-[13px] text-ink-soft">{describeLimits(relay)}</p>
      <Health relay={relay} />
    </li>
  );
}

function RelayMenu({ relay, onAct }: RelayRowProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${relay.name}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={Pencil} onSelect={() => onAct("edit")}>
        Edit
      </MenuItem>
      <MenuItem icon={Power} onSelect={() => onAct("switch")}>
        {relay.enabled ? "Disable" : "Enable"}
      </MenuItem>
      <MenuItem icon={Trash} tone="danger" onSelect={() => onAct("remove")}>
        Delete
      </MenuItem>
    </Menu>
  );
}

const LOOKS = {
  unused: { tone: "neutral", label: "Not used yet" },
  tested: { tone: "good", label: "Test passed" },
  test_failed: { tone: "bad", label: "Test failed" },
  works: { tone: "good", label: "Working" },
  unreachable: { tone: "bad", label: "Unreachable" },
  auth_failed: { tone: "bad", label: "Authentication failed" },
} as const;

export function HealthBadge({ relay: { enabled, health } }: { relay: Relay }) {
  if (!enabled) return <Badge>Disabled</Badge>;
  const { tone, label } = LOOKS[health.state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The last error and the next try. */
function Health({ relay: { enabled, health } }: { relay: Relay }) {
  const { state, retry_at, last_error, last_error_at, last_success_at, test_error } = health;
  const isCoolingDown = enabled && (state === "unreachable" || state === "auth_failed");
  return (
    <>
      {isCoolingDown ? (
        <p className="text-[13px] wrap-anywhere text-bad">
          <bdi>{last_error}</bdi>
          {retry_at ? (
            <>
              {" "}
              · next try <Time value={retry_at} />
            </>
          ) : null}
        </p>
      ) : null}
      {enabled && state === "test_failed" && test_error ? (
        <p className="text-[13px] wrap-anywhere text-bad">
          <bdi>{test_error}</bdi>
        </p>
      ) : null}
      {last_success_at ? (
        <p className="text-xs text-ink-faint">
          Last success <Time value={last_success_at} />
          {!isCoolingDown && last_error_at ? (
            <>
              {" "}
              · last failure <Time value={last_error_at} />
            </>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

function describeLimits({ rate_per_second: rate, max_connections: most, weight }: Relay): string {
  const parts = [
    rate === null ? "No rate limit" : `${rate.toLocaleString("en")} recipients per second`,
    most === null ? "connections adapt" : most === 1 ? "1 connection" : `${most} connections`,
    `weight ${weight}`,
  ];
  return parts.join(" · ");
}
