import { useId, useState } from "react";
import { Input } from "../../ui/input.tsx";
import { type Days, problemOfDays } from "./problem-of-days.ts";

const LABELS = { from: "First day", to: "Last day" } as const;

/** The days of a range. They are applied once they are a range; until then, the fields keep the text and say what is wrong. */
export function DayInputs({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [typed, setTyped] = useState<Partial<Days>>({});
  // While a date is typed, it is incomplete.
  const [isLeft, setIsLeft] = useState(false);
  const problemId = useId();
  const entered = { ...days, ...typed };
  const problem = problemOfDays(entered);
  const isWrong = isLeft && problem !== undefined;
  const enter = (part: Partial<Days>): void => {
    const next = { ...entered, ...part };
    setTyped({ ...typed, ...part });
    setIsLeft(isWrong);
    if (problemOfDays(next) === undefined) onChange(next);
  };
  const leave = (): void => {
    setIsLeft(true);
    if (entered.from === days.from && entered.to === days.to) setTyped({});
  };
  return (
    <>
      {(["from", "to"] as const).map((end) => (
        <Input
          key={end}
          type="date"
          aria-label={LABELS[end]}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? problemId : undefined}
          className="w-[calc(50%-0.375rem)] sm:w-40"
          value={entered[end]}
          min="1000-01-01"
          max="2999-12-31"
          onChange={({ currentTarget }) => enter({ [end]: currentTarget.value })}
          onBlur={leave}
          onKeyDown={({ key }) => {
            if (key === "Enter") leave();
          }}
        />
      ))}
      {isWrong ? (
        <p id={problemId} role="alert" className="w-full text-[13px] text-bad">
          {problem}
        </p>
      ) : null}
    </>
  );
}
