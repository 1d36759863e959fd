import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { cx } from "./cx.ts";
import { Check, Copy } from "./icons.gen.ts";
import { Tooltip } from "./tooltip.tsx";

const SHOWN_MS = 1_800;

type CopyButtonProps = {
  text: string;
  /** Names what is copied: "Copy key". */
  label: string;
  /** Shows the label beside the icon. */
  withLabel?: boolean;
  className?: string;
};

export function CopyButton({ text, label, withLabel = false, className }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const copy = async (): Promise<void> => {
    setState((await copyText(text)) ? "copied" : "failed");
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setState("idle"), SHOWN_MS);
  };

  const Icon = state === "copied" ? Check : Copy;
  const status =
    state === "copied" ? "Copied" : state === "failed" ? "Could not copy. Select the text and copy it." : "";
  const button = (
    <Button
      variant={withLabel ? "secondary" : "ghost"}
      size={withLabel ? "sm" : "icon"}
      aria-label={withLabel ? undefined : label}
      className={className ?? ""}
      onClick={() => void copy()}
    >
      <Icon aria-hidden="true" className={cx(state === "copied" && "text-good")} />
      {withLabel ? status || label : null}
    </Button>
  );
  return (
    <>
      {withLabel ? button : <Tooltip label={label}>{button}</Tooltip>}
      <span role="status" className="sr-only">
        {status}
      </span>
    </>
  );
}
