import { Button } from "../../../ui/button.tsx";
import type { ArrowUp } from "../../../ui/icons.gen.ts";

type StepButtonProps = {
  label: string;
  icon: typeof ArrowUp;
  disabled: boolean;
  onPress: () => void;
};

/** Changes a row of an ordered list. A disabled button would lose the focus after each step, so presses are ignored instead. */
export function StepButton({ label, icon: Icon, disabled, onPress }: StepButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className="aria-disabled:opacity-60"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
