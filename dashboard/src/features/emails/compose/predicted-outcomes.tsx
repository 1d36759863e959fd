import { useState } from "react";
import type { PredictedOutcome } from "../../../api-types.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { TEXT_LINK_STYLES } from "../../../ui/text-link.tsx";

const LOOKS: Record<PredictedOutcome["outcome"], { label: string; tone: BadgeTone }> = {
  send: { label: "Sent", tone: "good" },
  capture: { label: "Captured", tone: "violet" },
  simulate: { label: "Simulated", tone: "info" },
  suppress: { label: "Suppressed", tone: "warn" },
  hold: { label: "Held", tone: "warn" },
};

const SHOWN_AT_FIRST = 5;

/** The predicted outcome of each recipient, with the reason. */
export function PredictedOutcomes({ recipients }: { recipients: PredictedOutcome[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? recipients : recipients.slice(0, SHOWN_AT_FIRST);
  const reasons = new Set(recipients.map(({ reason }) => reason));
  const [only] = reasons;
  return (
    <section aria-label="Recipients" className="grid gap-2">
      <h3 className="text-[13px] font-medium">
        {recipients.length === 1 ? "1 recipient" : `${recipients.length.toLocaleString("en")} recipients`}
        {reasons.size === 1 ? <span className="font-normal text-ink-faint"> · {only}</span> : null}
      </h3>
      <ul className="max-h-64 divide-y overflow-y-auto rounded-lg border">
        {shown.map(({ address, kind, outcome, reason }) => (
          <li key={address} className="flex items-center gap-3 px-3 py-2 text-[13px]">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate" title={address}>
                {kind === "to" ? null : <span className="text-ink-faint">{KIND_NAMES[kind]} </span>}
                {address}
              </bdi>
              {reasons.size > 1 ? <span className="block text-xs text-ink-faint">{reason}</span> : null}
            </span>
            <Badge tone={LOOKS[outcome].tone}>{LOOKS[outcome].label}</Badge>
          </li>
        ))}
      </ul>
      {shown.length < recipients.length ? (
        <button
          type="button"
          className={`${TEXT_LINK_STYLES} justify-self-start text-[13px]`}
          onClick={() => setAll(true)}
        >
          Show the other {(recipients.length - shown.length).toLocaleString("en")}
        </button>
      ) : null}
    </section>
  );
}

const KIND_NAMES = { to: "To", cc: "Cc", bcc: "Bcc" };
