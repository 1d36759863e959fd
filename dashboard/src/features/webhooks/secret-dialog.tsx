import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
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
        <Secret secret={secret} />
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

export function Secret({ secret }: { secret: string }) {
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line-strong bg-subtle py-2 pr-2 pl-3.5">
      <code className="min-w-0 flex-1 font-mono text-[13px] break-all">{secret}</code>
      <CopyButton text={secret} label="Copy secret" withLabel />
    </div>
  );
}
