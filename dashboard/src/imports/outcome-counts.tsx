type OutcomeCountsProps = {
  rows: number;
  counts: readonly (readonly [label: string, count: number])[];
};

/** The number of rows that an import read, in total and by outcome. */
export function OutcomeCounts({ rows, counts }: OutcomeCountsProps) {
  return (
    <>
      <h3 className="font-semibold">
        {rows === 1 ? "1 row read" : `${rows.toLocaleString("en")} rows read`}
      </h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
        {counts.map(([label, count]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right font-medium">{count.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
