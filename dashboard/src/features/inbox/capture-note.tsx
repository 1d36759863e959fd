import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { overviewQuery } from "../overview/overview.ts";
import { RelayDialog } from "./relay-dialog.tsx";

/** One line that says why mail is here, and the way out of capture mode. */
export function CaptureNote() {
  const [open, setOpen] = useState(false);
  const overview = useQuery(overviewQuery).data;
  const relays = overview?.first_steps.delivers_for_real ?? false;
  return (
    <>
      {relays
        ? "Mail is delivered through a relay. What was captured before it stays here."
        : "Mail is captured: it is kept here to look at and reaches nobody."}{" "}
      <button type="button" className={TEXT_LINK_STYLES} onClick={() => setOpen(true)}>
        {relays ? "Capture again" : "Deliver for real"}
      </button>
      {open ? <RelayDialog relays={relays} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
