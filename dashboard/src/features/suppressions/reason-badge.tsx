import type { Reason, Suppression } from "../../api-types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { REASON_NAMES } from "./suppression.ts";

const TONES: Record<Reason, BadgeTone> = {
  hard_bounce: "bad",
  complaint: "bad",
  unsubscribe: "neutral",
  manual: "info",
};

export function ReasonBadge({ suppression }: { suppression: Suppression }) {
  return (
    <Badge tone={TONES[suppression.reason]} dot="still">
      {REASON_NAMES[suppression.reason]}
    </Badge>
  );
}
