import { useQuery } from "@tanstack/react-query";
import { TextLink } from "../../ui/text-link.tsx";
import { settingsQuery } from "../accounts/settings.ts";

/** Says why mail is here, and where operators turn test mode on or off. */
export function CaptureNote() {
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return null;
  const isLive = settings.delivery.mode !== "capture";
  return (
    <>
      {isLive
        ? "Mail is being delivered. Emails captured earlier stay here."
        : "Test mode: mail is captured here and not delivered."}{" "}
      {settings.operator ? (
        <TextLink to={isLive ? "/settings/delivery" : "/go-live"}>
          {isLive ? "Switch to test mode" : "Go live"}
        </TextLink>
      ) : null}
    </>
  );
}
