import { type ReactNode, useId } from "react";
import { cx } from "../../ui/cx.ts";
import { Check, ChevronDown } from "../../ui/icons.gen.ts";
import type { FirstStep } from "./first-steps.ts";

type StepRowProps = {
  step: FirstStep;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

export function StepRow({ step, number, isOpen, onToggle, children }: StepRowProps) {
  const id = useId();
  return (
    <li>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className="flex w-full items-center gap-3 px-5 py-3 text-left -outline-offset-2 transition-colors hover:bg-subtle/70"
        >
          <span
            aria-hidden="true"
            className={cx(
              "grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold tabular-nums transition-colors",
              step.isDone ? "border-transparent bg-good-soft text-good" : "border-line-strong text-ink-soft",
              isOpen && !step.isDone && "border-transparent bg-horn text-on-horn",
            )}
          >
            {step.isDone ? <Check strokeWidth={3} className="size-3.5 animate-enter" /> : number}
          </span>
          <span className={cx("flex-1 font-medium", step.isDone && "text-ink-soft")}>
            {step.title}
            {step.isDone ? <span className="sr-only">, done</span> : null}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx("size-4 shrink-0 text-ink-faint transition-transform", isOpen && "rotate-180")}
          />
        </button>
      </h3>
      {isOpen ? (
        <div id={id} className="grid gap-4 px-5 pb-5 text-ink-soft sm:pl-14">
          {children}
        </div>
      ) : null}
    </li>
  );
}
