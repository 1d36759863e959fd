import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { usePortalContainer } from "./portal-container.ts";

export const TooltipProvider = Radix.Provider;

type TooltipProps = {
  /** A hint on hover. Show the information elsewhere too. */
  label: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
};

export function Tooltip({ label, side = "top", children }: TooltipProps) {
  const container = usePortalContainer();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-enter rounded-lg bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
