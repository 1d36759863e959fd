import { useEffect, useRef } from "react";
import type { NewInvitation } from "../../../api-types.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeToCopy } from "../../../ui/code-to-copy.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { TEXT_LINK_STYLES } from "../../../ui/text-link.tsx";

/** Shows the link of an invitation, once. */
export function LinkDialog({ invitation, onClose }: { invitation: NewInvitation; onClose: () => void }) {
  const { email, link } = invitation;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.focus(), []);
  const subject = "Invitation to Posthouse";
  const text = `Open this link within an hour to join: ${link}`;
  const mailto = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <Dialog title="Send this link" description={`To ${email}`} canClose={false} onClose={onClose}>
      <DialogBody ref={body} tabIndex={-1} className="grid content-start gap-5 outline-none">
        <Alert tone="warn">
          The link works once and expires in an hour. You can make a new one on this page.
        </Alert>
        <CodeToCopy text={link} label="Copy link" />
        <p className="text-ink-soft">
          This link is enough to join as {email}. Send it to this address only.{" "}
          <a href={mailto} className={TEXT_LINK_STYLES}>
            Write an email
          </a>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
