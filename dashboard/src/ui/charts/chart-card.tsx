import { type ReactNode, useState } from "react";
import { Card } from "../card.tsx";
import { cx } from "../cx.ts";
import { ChartColumn, Table } from "../icons.gen.ts";
import { Segmented } from "../segmented.tsx";

const FORMS = [
  { value: "chart" as const, label: "Chart", icon: ChartColumn },
  { value: "table" as const, label: "Table", icon: Table },
];
export type ChartForm = "chart" | "table";

type ChartSwitchProps = { form: ChartForm; onChange: (form: ChartForm) => void; isCompact?: boolean };

/** Whether a card shows its picture or the numbers behind it. */
export function ChartSwitch({ form, onChange, isCompact = false }: ChartSwitchProps) {
  return <Segmented label="Show as" options={FORMS} value={form} onChange={onChange} isCompact={isCompact} />;
}

type ChartCardProps = {
  title: string;
  description?: ReactNode;
  /** Why there is no picture: "No mail in this range." Null: there is one. */
  empty: string | null;
  chart: ReactNode;
  table: ReactNode;
  /** Beside the switch. */
  controls?: ReactNode;
  footer?: ReactNode;
  className?: string;
};

/** A picture, and a table with the same numbers for everyone who does not see it. */
export function ChartCard({
  title,
  description,
  empty,
  chart,
  table,
  controls,
  footer,
  className,
}: ChartCardProps) {
  const [form, setForm] = useState<ChartForm>("chart");
  return (
    <Card aria-label={title} className={cx("@container flex min-w-0 flex-col", className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5">
        {/* Controls that leave less than this to the title are below it. */}
        <div className="min-w-0 flex-1 basis-44">
          <h2 className="text-[15px] font-semibold">{title}</h2>
          {description ? <p className="mt-1 max-w-prose text-[13px] text-ink-soft">{description}</p> : null}
        </div>
        {empty === null ? (
          <div className="flex shrink-0 items-center gap-2">
            {controls}
            <ChartSwitch form={form} onChange={setForm} isCompact />
          </div>
        ) : null}
      </header>
      {empty === null ? (
        <div className="min-w-0 flex-1 px-5 pt-4 pb-5">{form === "chart" ? chart : table}</div>
      ) : (
        <p className="grid min-h-40 flex-1 place-items-center px-6 py-10 text-center text-ink-soft">
          {empty}
        </p>
      )}
      {footer ? <div className="border-t px-5 py-3 text-xs leading-5 text-ink-faint">{footer}</div> : null}
    </Card>
  );
}
