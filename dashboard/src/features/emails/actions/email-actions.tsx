import { useState } from "react";
import type { EmailDetail } from "../../../api-types.ts";
import { lazyPart } from "../../../app/lazy-part.tsx";
import { Button } from "../../../ui/button.tsx";
import { Ban, CalendarClock, RotateCw } from "../../../ui/icons.gen.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";
import { isReschedulable, isWaiting } from "./change-email.ts";

const CancelDialog = lazyPart(() => import("./cancel-dialog.tsx"), "CancelDialog");
const RescheduleDialog = lazyPart(() => import("./reschedule-dialog.tsx"), "RescheduleDialog");
const ResendDialog = lazyPart(() => import("./resend-dialog.tsx"), "ResendDialog");

type Action = "resend" | "cancel" | "reschedule";

/** The actions that an email allows. */
export function EmailActions({ email }: { email: EmailDetail }) {
  const [open, setOpen] = useState<Action | null>(null);
  const close = (): void => setOpen(null);
  if (useIsViewer()) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isReschedulable(email) ? (
        <Button onClick={() => setOpen("reschedule")}>
          <CalendarClock aria-hidden="true" />
          Reschedule
        </Button>
      ) : null}
      {email.recipients.some(isWaiting) ? (
        <Button onClick={() => setOpen("cancel")}>
          <Ban aria-hidden="true" />
          Cancel
        </Button>
      ) : null}
      {email.content_removed || email.recipients.every(({ complained }) => complained) ? null : (
        <Button onClick={() => setOpen("resend")}>
          <RotateCw aria-hidden="true" />
          Send again
        </Button>
      )}
      {open === "resend" ? <ResendDialog email={email} onClose={close} /> : null}
      {open === "cancel" ? <CancelDialog email={email} onClose={close} /> : null}
      {open === "reschedule" ? <RescheduleDialog email={email} onClose={close} /> : null}
    </div>
  );
}
