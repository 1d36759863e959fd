import type { DomainRecord } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Fold } from "../../ui/fold.tsx";
import { RecordStatusBadge } from "./domain-status-badge.tsx";

/** The columns of wide screens; on narrow ones a row is a block. */
export const RECORD_COLUMNS =
  "md:grid md:grid-cols-[3.5rem_minmax(0,3fr)_minmax(0,5fr)_7.5rem] md:items-center md:gap-x-4";

type RecordRowProps = {
  record: DomainRecord;
  /** The name as it is entered at the DNS provider. */
  host: string;
};

/** One DNS record: what to enter, and whether it was found. */
export function RecordRow({ record, host }: RecordRowProps) {
  const { type, name, value, meaning, status, problem } = record;
  return (
    <li aria-label={`${type} ${name}`} className="px-5 py-3">
      <div className={cx("grid grid-cols-[minmax(0,1fr)_auto] items-center", RECORD_COLUMNS)}>
        <span className="font-mono text-[13px] font-medium">{type}</span>
        <span className="justify-self-end md:order-last md:justify-self-start">
          <RecordStatusBadge status={status} />
        </span>
        <Cell term="Host" text={host} copyLabel={`Copy host of ${name}`} />
        <Cell term="Value" text={value} copyLabel={`Copy value of ${name}`} />
      </div>
      {status === "wrong" && problem !== null ? (
        <div className="mt-2 grid gap-2">
          <Alert tone="warn">{problem}</Alert>
          <Found record={record} />
        </div>
      ) : null}
      <Fold title="Details" className="mt-1">
        <div className="grid gap-2 text-[13px] text-ink-soft">
          <p>{meaning}</p>
          <code className="block font-mono text-[13px] break-all text-ink">{value}</code>
          {status === "wrong" || problem === null ? null : <p>{problem}</p>}
        </div>
      </Fold>
    </li>
  );
}

/** A value that is cut off if it is long; its copy button copies all of it. */
function Cell({ term, text, copyLabel }: { term: string; text: string; copyLabel: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1 max-md:col-span-2">
      <span className="w-12 shrink-0 text-xs text-ink-faint md:sr-only">{term}</span>
      <code className="min-w-0 flex-1 truncate font-mono text-[13px]" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}

function Found({ record: { found } }: { record: DomainRecord }) {
  return (
    <ul aria-label="Found in DNS" className="grid gap-1">
      {[...new Set(found)].map((text) => (
        <li key={text} className="flex gap-2 text-[13px]">
          <span className="shrink-0 text-ink-soft">Found</span>
          <code className="font-mono break-all text-bad">{text}</code>
        </li>
      ))}
    </ul>
  );
}
