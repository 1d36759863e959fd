import { useId, useState } from "react";
import type { DomainRecord } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { ChevronDown } from "../../ui/icons.gen.ts";
import { RecordStatusBadge } from "./domain-status-badge.tsx";

/** The columns of wide screens; on narrow ones a row is a block. */
export const RECORD_COLUMNS =
  "md:grid md:grid-cols-[3.5rem_minmax(0,3fr)_minmax(0,5fr)_6.5rem_2rem] md:items-center md:gap-x-4";

type RecordRowProps = {
  record: DomainRecord;
  /** The name as it is entered at the DNS provider. */
  host: string;
};

/** One DNS record: what to enter, and whether it was found. */
export function RecordRow({ record, host }: RecordRowProps) {
  const { type, name, value, status, problem } = record;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li data-row="" aria-label={`${type} ${name}`} className="py-1.5 pr-3 pl-5 -outline-offset-6">
      <div className={cx("grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-1", RECORD_COLUMNS)}>
        <span className="font-mono text-[13px] font-medium">{type}</span>
        <span className="justify-self-end md:order-1 md:justify-self-start">
          <RecordStatusBadge status={status} />
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Details of ${type} ${name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          className="md:order-2"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown aria-hidden="true" className={cx("transition-transform", isOpen && "rotate-180")} />
        </Button>
        <Cell term="Host" text={host} copyLabel={`Copy host of ${name}`} />
        <Cell term="Value" text={value} copyLabel={`Copy value of ${name}`} />
      </div>
      {status === "wrong" && problem !== null ? (
        <div className="mt-1 mr-2 mb-2 grid gap-2">
          <Alert tone="warn">{problem}</Alert>
          <Found record={record} />
        </div>
      ) : null}
      {isOpen ? <Details id={id} record={record} /> : null}
    </li>
  );
}

/** A value that is cut off if it is long; its copy button copies all of it. */
function Cell({ term, text, copyLabel }: { term: string; text: string; copyLabel: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1 max-md:col-span-3">
      <span className="w-12 shrink-0 text-xs text-ink-faint md:sr-only">{term}</span>
      <code className="min-w-0 flex-1 truncate font-mono text-[13px]" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}

/** The purpose of the record, and its whole value. */
function Details({ id, record: { meaning, value, status, problem } }: { id: string; record: DomainRecord }) {
  return (
    <div id={id} className="mt-1 mr-2 mb-2 grid gap-2 text-[13px] text-ink-soft">
      <p>{meaning}</p>
      <code className="block font-mono text-[13px] break-all text-ink">{value}</code>
      {status === "wrong" || problem === null ? null : <p>{problem}</p>}
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
