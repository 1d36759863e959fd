import type { DomainRecord } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RecordStatusBadge } from "./domain-status-badge.tsx";

/** The expected value, the values found, and the problem. */
export function RecordItem({ record }: { record: DomainRecord }) {
  const { type, name, value, need, meaning, status, found, problem } = record;
  const isOff = status === "wrong" || status === "missing";
  return (
    <li aria-label={`${type} ${name}`} className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <RecordStatusBadge status={status} />
        <Badge>{type}</Badge>
        <span className="text-[13px] text-ink-faint">{need}</span>
      </div>
      <p className="mt-1.5 text-[13px] text-ink-soft">{meaning}</p>
      <dl className="mt-2 grid gap-1">
        <Line term="Name" text={name} copyLabel={`Copy name of ${name}`} />
        <Line term="Value" text={value} copyLabel={`Copy value of ${name}`} />
        {isOff
          ? [...new Set(found)].map((text) => <Line key={text} term="Found" text={text} tone="text-bad" />)
          : null}
      </dl>
      {problem === null ? null : <Problem status={status} text={problem} />}
    </li>
  );
}

/** A wrong record stands out; a missing one does not, because at first all are missing. */
function Problem({ status, text }: { status: DomainRecord["status"]; text: string }) {
  if (status !== "wrong") return <p className="mt-1 text-[13px] text-ink-soft">{text}</p>;
  return (
    <div className="mt-2">
      <Alert tone="warn">{text}</Alert>
    </div>
  );
}

type LineProps = {
  term: string;
  text: string;
  tone?: string;
  copyLabel?: string;
};

function Line({ term, text, tone = "text-ink", copyLabel }: LineProps) {
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-2">
      <dt className="py-1.5 text-[13px] text-ink-soft">{term}</dt>
      <dd className="flex items-start gap-1">
        <code className={`py-1.5 font-mono text-[13px] break-all ${tone}`}>{text}</code>
        {copyLabel === undefined ? null : <CopyButton text={text} label={copyLabel} />}
      </dd>
    </div>
  );
}
