import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { overviewQuery } from "../overview/overview.ts";
import { RelayDialog } from "./relay-dialog.tsx";

/** Says why mail is here, and how to turn test mode on or off. */
export function CaptureNote() {
  const [open, setOpen] = useState(false);
  const overview = useQuery(overviewQuery).data;
  const relays = overview?.first_steps.delivers_for_real ?? false;
  return (
    <>
      {relays
        ? "Mail is being delivered. Emails captured earlier stay here."
        : "Test mode: mail is captured here and not delivered."}{" "}
      <button type="button" className={TEXT_LINK_STYLES} onClick={() => setOpen(true)}>
        {relays ? "Switch to test mode" : "Go live"}
      </button>
      {open ? <RelayDialog relays={relays} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
