import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../ui/badge.tsx";
import { settingsQuery } from "../accounts/settings.ts";

/** Whether mail leaves this instance. For operators it links to the setting. */
export function ModeChip({ onNavigate }: { onNavigate?: () => void }) {
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return null;
  const isLive = settings.delivery.mode !== "capture";
  const chip = <Badge tone={isLive ? "good" : "warn"}>{isLive ? "Live" : "Test mode"}</Badge>;
  if (!settings.operator) return chip;
  return (
    <Link
      to="/settings/delivery"
      className="inline-flex h-7 items-center rounded-full"
      {...(onNavigate ? { onClick: onNavigate } : {})}
    >
      {chip}
    </Link>
  );
}
