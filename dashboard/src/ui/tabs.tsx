import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";

type Tab<T extends string> = {
  value: T;
  label: ReactNode;
  content: ReactNode;
};

type TabsProps<T extends string> = {
  label: string;
  tabs: Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Right of the tabs: actions for the current tab. */
  aside?: ReactNode;
  /** On wide screens, fills the flex column's remaining height; the content scrolls inside. */
  fill?: boolean;
};

/** Views of one item. Separate pages are links, not tabs. */
export function Tabs<T extends string>({ label, tabs, value, onChange, aside, fill = false }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is active when the value is another
  useLayoutEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[data-state="active"]');
    if (active && list.current) list.current.scrollLeft = active.offsetLeft - 32;
  }, [value]);
  return (
    <Radix.Root
      className={cx(fill && "lg:flex lg:min-h-0 lg:flex-1 lg:flex-col")}
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next);
        if (tab) onChange(tab.value);
      }}
    >
      <div className="flex items-center justify-between gap-4 border-b">
        <Radix.List
          ref={list}
          aria-label={label}
          className="relative -mb-px flex gap-4 overflow-x-auto sm:gap-5"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="border-b-2 border-transparent px-0.5 py-2.5 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:border-horn data-[state=active]:text-ink"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={cx("pt-4", fill && "lg:min-h-0 lg:flex-1 lg:overflow-y-auto")}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
