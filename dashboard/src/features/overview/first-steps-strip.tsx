import { Link } from "@tanstack/react-router";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { CircleCheck, X } from "../../ui/icons.gen.ts";
import type { FirstStep } from "./first-steps.ts";

type FirstStepsStripProps = {
  steps: FirstStep[];
  onStay: () => void;
  onDismiss: () => void;
};

/** The remaining steps in one line of 48 px, once the first email has arrived. */
export function FirstStepsStrip({ steps, onStay, onDismiss }: FirstStepsStripProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card aria-labelledby="first-steps" className="mb-6 flex h-12 items-center gap-3 pr-2 pl-4">
      {next ? null : <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-good" />}
      <h2 id="first-steps" className="text-sm font-semibold whitespace-nowrap">
        {next ? "First steps" : "You're all set"}
      </h2>
      <span className="text-[13px] whitespace-nowrap text-ink-soft tabular-nums">
        {done} of {steps.length}
      </span>
      <span aria-hidden="true" className="hidden gap-1 sm:flex">
        {steps.map(({ id, isDone }) => (
          <span key={id} className={cx("h-1.5 w-4 rounded-full", isDone ? "bg-horn" : "bg-hover")} />
        ))}
      </span>
      <span className="min-w-0 flex-1 truncate text-right text-[13px] text-ink-soft max-sm:hidden">
        {next && next.id !== "deliver" ? "Next:" : null}
      </span>
      {next ? <NextStep step={next} onStay={onStay} /> : null}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Dismiss first steps"
        className="max-sm:ml-auto"
        onClick={onDismiss}
      >
        <X aria-hidden="true" />
      </Button>
    </Card>
  );
}

const PATHS = {
  password: "/settings/account",
  key: "/keys",
  send: "/smtp",
  arrive: "/inbox",
  deliver: "/go-live",
  contact: "/contacts",
} as const;

function NextStep({ step: { id, title }, onStay }: { step: FirstStep; onStay: () => void }) {
  return (
    <>
      {id === "deliver" ? (
        <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={onStay}>
          Stay in test mode
        </Button>
      ) : null}
      <Link to={PATHS[id]} className={buttonStyles({ variant: "primary", size: "sm" })}>
        {title}
      </Link>
    </>
  );
}
