import type { QueueAction } from "../../api-types.ts";
import { Pause, Play, RotateCw, ShieldAlert, Trash } from "../../ui/icons.gen.ts";
import { MenuItem, MenuSeparator } from "../../ui/menu.tsx";

type QueueMenuItemsProps = {
  isPaused: boolean;
  onAction: (action: QueueAction) => void;
};

/** Actions on queued mail. */
export function QueueMenuItems({ isPaused, onAction }: QueueMenuItemsProps) {
  return (
    <>
      {isPaused ? (
        <MenuItem icon={Play} onSelect={() => onAction("resume")}>
          Resume
        </MenuItem>
      ) : (
        <MenuItem icon={Pause} onSelect={() => onAction("pause")}>
          Pause
        </MenuItem>
      )}
      <MenuItem icon={ShieldAlert} onSelect={() => onAction("hold")}>
        Hold
      </MenuItem>
      <MenuItem icon={RotateCw} onSelect={() => onAction("retry")}>
        Retry now
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash} tone="danger" onSelect={() => onAction("purge")}>
        Purge
      </MenuItem>
    </>
  );
}
