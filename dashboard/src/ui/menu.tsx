import { DropdownMenu } from "radix-ui";
import { createContext, type ReactNode, type RefObject, useContext, useRef } from "react";
import { cx } from "./cx.ts";
import type { Icon } from "./icon.tsx";
import { Check } from "./icons.gen.ts";
import { usePortalContainer } from "./portal-container.ts";

/** The chosen item's action, kept until the menu has closed. */
const ChosenAction = createContext<RefObject<(() => void) | null>>({ current: null });

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactNode;
  align?: "start" | "end";
  side?: "top" | "bottom";
  className?: string;
  children: ReactNode;
};

/** Not modal: Radix's modal menus lock scrolling with an injected `<style>`, which our CSP blocks. */
export function Menu({ trigger, align = "end", side = "bottom", className, children }: MenuProps) {
  const container = usePortalContainer();
  const chosen = useRef<(() => void) | null>(null);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={() => {
            // Runs after the focus is back on the trigger, so that a dialog opened by the action returns it there.
            const action = chosen.current;
            chosen.current = null;
            if (action) queueMicrotask(action);
          }}
          className={cx(
            "z-40 min-w-44 animate-enter rounded-xl bg-raised p-1 text-ink shadow-float",
            className,
          )}
        >
          <ChosenAction value={chosen}>{children}</ChosenAction>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM_STYLES =
  "flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-ink-faint";

type MenuItemProps = {
  icon?: Icon;
  tone?: "danger";
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon: Icon, tone, disabled = false, onSelect, children }: MenuItemProps) {
  const chosen = useContext(ChosenAction);
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={() => {
        chosen.current = onSelect;
      }}
      className={cx(ITEM_STYLES, tone === "danger" && "text-bad [&_svg]:text-bad")}
    >
      {Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </DropdownMenu.Item>
  );
}

type MenuChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: { value: T; label: string; icon?: Icon }[];
  onChange: (value: T) => void;
};

/** A radio group inside the menu. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <DropdownMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onChange(option.value);
      }}
    >
      {options.map(({ value: own, label: text, icon: Icon }) => (
        <DropdownMenu.RadioItem
          key={own}
          value={own}
          className={ITEM_STYLES}
          onSelect={(event) => event.preventDefault()}
        >
          {Icon ? <Icon aria-hidden="true" /> : null}
          <span className="flex-1">{text}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden="true" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

type MenuCheckProps = {
  checked: boolean;
  disabled?: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** A checkbox inside the menu, which stays open. */
export function MenuCheck({ checked, disabled = false, onToggle, children }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onToggle}
      onSelect={(event) => event.preventDefault()}
      className={ITEM_STYLES}
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden="true" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-faint">
      {children}
    </DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
