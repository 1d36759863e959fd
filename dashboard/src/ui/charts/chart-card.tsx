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

/** Switches between a chart and a table of its numbers. */
export function ChartSwitch({ form, onChange, isCompact = false }: ChartSwitchProps) {
  return <Segmented label="Show as" options={FORMS} value={form} onChange={onChange} isCompact={isCompact} />;
}

type ChartCardProps = {
  title: string;
  description?: ReactNode;
  /** Why there is no chart: "No mail in this range." Null: there is one. */
  empty: string | null;
  /** Shown instead of the picture: its data could not be loaded, or is loaded again. */
  missing?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
  /** Beside the switch. */
  controls?: ReactNode;
  footer?: ReactNode;
  className?: string;
};

/** A card with a chart, and a table with the same numbers for people who cannot see the chart. */
export function ChartCard({
  title,
  description,
  empty,
  missing = null,
  chart,
  table,
  controls,
  footer,
  className,
}: ChartCardProps) {
  const [form, setForm] = useState<ChartForm>("chart");
  const hasPicture = missing === null && empty === null;
  return (
    <Card aria-label={title} className={cx("@container flex min-w-0 flex-col", className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5">
        {/* Controls that leave less than this to the title are below it. */}
        <div className="min-w-0 flex-1 basis-44">
          <h2 className="text-[15px] font-semibold">{title}</h2>
          {description ? <p className="mt-1 max-w-prose text-[13px] text-ink-soft">{description}</p> : null}
        </div>
        {hasPicture ? (
          <div className="flex shrink-0 items-center gap-2">
            {controls}
            <ChartSwitch form={form} onChange={setForm} isCompact />
          </div>
        ) : null}
      </header>
      {missing}
      {hasPicture ? (
        <div className="min-w-0 flex-1 px-5 pt-4 pb-5">{form === "chart" ? chart : table}</div>
      ) : null}
      {missing === null && empty !== null ? (
        <p className="grid min-h-40 flex-1 place-items-center px-6 py-10 text-center text-ink-soft">
          {empty}
        </p>
      ) : null}
      {footer ? <div className="border-t px-5 py-3 text-xs leading-5 text-ink-faint">{footer}</div> : null}
    </Card>
  );
}
