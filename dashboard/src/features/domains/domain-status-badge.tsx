import type { DomainRecord, DomainSummary } from "../../api-types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const DOMAIN_LOOKS: Record<DomainSummary["status"], { tone: BadgeTone; text: string; dot?: "moving" }> = {
  pending: { tone: "warn", text: "Waiting for DNS", dot: "moving" },
  verified: { tone: "good", text: "Verified" },
  degraded: { tone: "bad", text: "Needs attention" },
  lost: { tone: "bad", text: "Lost" },
};

export function DomainStatusBadge({ status }: Pick<DomainSummary, "status">) {
  const { tone, text, dot } = DOMAIN_LOOKS[status];
  return (
    <Badge tone={tone} {...(dot && { dot })}>
      {text}
    </Badge>
  );
}

const RECORD_LOOKS: Record<DomainRecord["status"], { tone: BadgeTone; text: string }> = {
  pending: { tone: "neutral", text: "Not checked yet" },
  ok: { tone: "good", text: "Verified" },
  wrong: { tone: "bad", text: "Wrong" },
  missing: { tone: "warn", text: "Missing" },
};

export function RecordStatusBadge({ status }: Pick<DomainRecord, "status">) {
  const { tone, text } = RECORD_LOOKS[status];
  return <Badge tone={tone}>{text}</Badge>;
}
