import type { Rule } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash } from "../../../ui/icons.gen.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { HiddenFromViewers } from "../../accounts/viewers.tsx";
import { StepButton } from "./step-button.tsx";

export type RuleAction = "up" | "down" | "switch" | "edit" | "remove";

type RuleRowProps = {
  rule: Rule;
  isLast: boolean;
  /** A change is being saved. */
  busy: boolean;
  onAct: (action: RuleAction) => void;
};

export function RuleRow({ rule, isLast, busy, onAct }: RuleRowProps) {
  const { position, name, enabled, summary } = rule;
  return (
    <li data-row="" className="flex items-start justify-between gap-4 px-4 py-4 -outline-offset-6 sm:px-5">
      <div className="flex min-w-0 gap-3">
        <span className="w-5 shrink-0 text-right text-ink-faint tabular-nums">{position}</span>
        <div className="grid min-w-0 gap-1.5">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
            <bdi>{name}</bdi>
            {enabled ? null : <Badge>Disabled</Badge>}
          </h3>
          <p className="text-[13px] wrap-anywhere text-ink-soft">
            <bdi>{effectOf(summary)}</bdi>
          </p>
          <HiddenFromViewers>
            <Checkbox
              label="Enabled"
              aria-label={`Enable ${name}`}
              checked={enabled}
              aria-disabled={busy || undefined}
              onChange={() => busy || onAct("switch")}
            />
          </HiddenFromViewers>
        </div>
      </div>
      <HiddenFromViewers>
        <div className="flex shrink-0 items-center">
          <StepButton
            label={`Move ${name} up`}
            icon={ArrowUp}
            disabled={busy || position === 1}
            onPress={() => onAct("up")}
          />
          <StepButton
            label={`Move ${name} down`}
            icon={ArrowDown}
            disabled={busy || isLast}
            onPress={() => onAct("down")}
          />
          <Menu
            trigger={
              <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`}>
                <Ellipsis aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => onAct("edit")}>
              Edit
            </MenuItem>
            <MenuItem icon={Trash} tone="danger" onSelect={() => onAct("remove")}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </HiddenFromViewers>
    </li>
  );
}

/** The summary without the rule's name, which is shown above. */
function effectOf(summary: string): string {
  const effect = summary.replace(/^.*?”\s*/s, "");
  return `${effect[0]?.toUpperCase() ?? ""}${effect.slice(1)}.`;
}
