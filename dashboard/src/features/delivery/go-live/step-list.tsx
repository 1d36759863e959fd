import { cx } from "../../../ui/cx.ts";
import { Check } from "../../../ui/icons.gen.ts";
import { STEPS, type Step } from "./go-live-search.ts";

const TITLES: Record<Step, string> = { delivery: "Delivery", domain: "Domain", test: "Test" };

type StepListProps = {
  current: Step;
  isLive: boolean;
  onGo: (step: Step) => void;
};

/** The three steps. Each can be opened again; the test email needs delivery first. */
export function StepList({ current, isLive, onGo }: StepListProps) {
  return (
    <nav aria-label="Steps">
      <ol className="flex gap-1 sm:gap-2">
        {STEPS.map((step, index) => {
          const isDone = step === "delivery" ? isLive : STEPS.indexOf(current) > index;
          const isCurrent = step === current;
          return (
            <li key={step} className="min-w-0 flex-1">
              <button
                type="button"
                aria-current={isCurrent ? "step" : undefined}
                disabled={step === "test" && !isLive}
                onClick={() => onGo(step)}
                className={cx(
                  "flex w-full items-center gap-2.5 border-t-2 px-1 py-3 text-left font-medium disabled:cursor-not-allowed",
                  isCurrent ? "border-accent text-ink" : "border-line text-ink-soft",
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    "grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold tabular-nums",
                    isCurrent
                      ? "border-transparent bg-accent text-white"
                      : isDone
                        ? "border-transparent bg-good-soft text-good"
                        : "border-line-strong",
                  )}
                >
                  {isDone && !isCurrent ? <Check strokeWidth={3} className="size-3.5" /> : index + 1}
                </span>
                <span className="truncate">{TITLES[step]}</span>
                {isDone ? <span className="sr-only">, done</span> : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
