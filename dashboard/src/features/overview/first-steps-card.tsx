import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { X } from "../../ui/icons.gen.ts";
import type { FirstStep, StepId } from "./first-steps.ts";
import { StepContent } from "./step-content.tsx";
import { StepRow } from "./step-row.tsx";

type FirstStepsCardProps = {
  steps: FirstStep[];
  relays: boolean;
  onStay: () => void;
  onDismiss: () => void;
};

/** The steps to the first delivered email. Each completes by itself. After the first email, one line remains (first-steps-strip.tsx). */
export function FirstStepsCard({ steps, relays, onStay, onDismiss }: FirstStepsCardProps) {
  const [opened, setOpened] = useState<StepId | "none" | null>(null);
  const done = steps.filter(({ isDone }) => isDone).length;
  const open = opened ?? steps.find(({ isDone }) => !isDone)?.id;
  return (
    <Card aria-labelledby="first-steps" className="mb-6">
      <header className="flex items-center gap-4 py-3 pr-3 pl-5">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <h2 id="first-steps" className="text-[15px] font-semibold">
            First steps
          </h2>
          <span className="text-[13px] text-ink-soft tabular-nums">
            {done} of {steps.length} done
          </span>
        </div>
        <Progress done={done} of={steps.length} />
        <Button variant="ghost" size="icon" aria-label="Dismiss first steps" onClick={onDismiss}>
          <X aria-hidden="true" />
        </Button>
      </header>
      <ol className="divide-y border-t">
        {steps.map((step, index) => (
          <StepRow
            key={step.id}
            step={step}
            number={index + 1}
            isOpen={open === step.id}
            onToggle={() => setOpened(open === step.id ? "none" : step.id)}
          >
            <StepContent id={step.id} isDone={step.isDone} relays={relays} onStay={onStay} />
          </StepRow>
        ))}
      </ol>
    </Card>
  );
}

/** Repeats the text beside it, so it is hidden from screen readers. */
function Progress({ done, of }: { done: number; of: number }) {
  return (
    <span aria-hidden="true" className="hidden h-1.5 w-32 overflow-hidden rounded-full bg-hover sm:block">
      <span
        className="block h-full rounded-full bg-horn transition-[width] duration-500"
        style={{ width: `${(done / of) * 100}%` }}
      />
    </span>
  );
}
