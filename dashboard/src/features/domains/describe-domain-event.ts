import type { DomainEvent } from "../../api-types.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export type EventWords = {
  tone: BadgeTone;
  title: string;
  /** Extra detail, if the title needs it. */
  detail: string | null;
};

/** Describes a domain's event. */
export function describeDomainEvent({
  type,
  detail,
}: Omit<DomainEvent, "id" | "created_at" | "type"> & { type: string }): EventWords {
  const text = (name: string): string | null => {
    const value = detail[name];
    return typeof value === "string" ? value : null;
  };
  switch (type) {
    case "domain.added":
      return { tone: "neutral", title: "Added", detail: null };
    case "domain.changed":
      return { tone: "neutral", title: "Settings changed", detail: null };
    case "domain.verified":
      return {
        tone: "good",
        title: "Verified",
        detail: text("by") === "operator" ? "by the operator" : "by DNS record",
      };
    case "domain.lost":
      return {
        tone: "bad",
        title: "Verification lost",
        detail:
          text("reason") === "proven_by_another_account"
            ? "verified by another account"
            : "verification record missing for 3 days",
      };
    case "domain.removed":
      return { tone: "bad", title: "Removed", detail: null };
    case "record.ok":
      return { tone: "good", title: "Record found", detail: text("name") };
    case "record.broken":
      return { tone: "bad", title: "Record lost", detail: text("name") };
    case "keys.made":
      return {
        tone: "info",
        title: "New keys created",
        detail: "add their DNS records before the next rotation",
      };
    case "keys.rotated":
      return { tone: "info", title: "Keys rotated", detail: text("by") && `by ${text("by")}` };
    default:
      return { tone: "neutral", title: type, detail: null };
  }
}
