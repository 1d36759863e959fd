import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { CodeToCopy } from "../../ui/code-to-copy.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { MomentText } from "../../ui/time.tsx";

type SecretDialogProps = {
  title: string;
  secret: string;
  /** After a rotation: when the previous secrets stop signing. */
  previousUntil?: string | null;
  onClose: () => void;
};

/** Shows a signing secret. It can be shown again later. */
export function SecretDialog({ title, secret, previousUntil = null, onClose }: SecretDialogProps) {
  const body = useRef<HTMLDivElement>(null);
  // The focused form has been removed. Without this, the next Tab starts at the top of the page.
  useEffect(() => body.current?.focus(), []);
  return (
    <Dialog title={title} description="Your program verifies requests with this secret." onClose={onClose}>
      <DialogBody ref={body} tabIndex={-1} className="grid content-start gap-4 outline-none">
        <CodeToCopy text={secret} label="Copy secret" />
        {previousUntil === null ? null : (
          <p className="text-ink-soft">
            The previous secret expires on <MomentText value={previousUntil} />. Update your program before
            then.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
