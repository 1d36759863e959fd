import type { Reason, Suppression } from "../../api-types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { reasonNames } from "./suppression.ts";

const tones: Record<Reason, BadgeTone> = {
  hard_bounce: "bad",
  complaint: "bad",
  unsubscribe: "neutral",
  manual: "info",
};

export function ReasonBadge({ suppression }: { suppression: Suppression }) {
  return (
    <Badge tone={tones[suppression.reason]} dot="still">
      {reasonNames[suppression.reason]}
    </Badge>
  );
}
