import { useQuery } from "@tanstack/react-query";
import { TextLink } from "../../ui/text-link.tsx";
import { settingsQuery } from "../accounts/settings.ts";

const CAPTURED = "Test mode: mail is captured here and not delivered.";

/** Says why mail is here, and where operators turn test mode on or off. */
export function CaptureNote() {
  const { data: settings } = useQuery(settingsQuery);
  // Reserves the lines.
  if (!settings) return <span className="invisible">{CAPTURED} Go live</span>;
  const isLive = settings.delivery.mode !== "capture";
  return (
    <>
      {isLive ? "Mail is being delivered. Emails captured earlier stay here." : CAPTURED}{" "}
      {settings.operator ? (
        <TextLink to={isLive ? "/settings/delivery" : "/go-live"}>
          {isLive ? "Switch to test mode" : "Go live"}
        </TextLink>
      ) : null}
    </>
  );
}
