import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CreatedKey } from "../../../api-types.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeToCopy } from "../../../ui/code-to-copy.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { MomentText } from "../../../ui/time.tsx";
import { LanguageTabs } from "../../emails/first-email/language-tabs.tsx";
import { settingsQuery } from "../settings.ts";

type NewKeyDialogProps = {
  created: CreatedKey;
  /** Shows code that sends an email with the key. */
  withExample?: boolean;
  onClose: () => void;
};

/** Shows the full key, once. Only its button closes it, because a stray Escape would lose the key. */
export function NewKeyDialog({ created, withExample = false, onClose }: NewKeyDialogProps) {
  const body = useRef<HTMLDivElement>(null);
  // The focused form has been removed. Without this, the next Tab starts at the top of the page.
  useEffect(() => body.current?.focus(), []);
  return (
    <Dialog title="Your new API key" description={created.name} canClose={false} onClose={onClose}>
      <DialogBody ref={body} tabIndex={-1} className="grid content-start gap-5 outline-none">
        <Alert tone="warn">Copy the key now and store it as a secret. It is shown only once.</Alert>
        <CodeToCopy text={created.key} label="Copy key" />
        {created.old_secret_expires_at === null ? null : (
          <p className="text-ink-soft">
            The previous secret works until <MomentText value={created.old_secret_expires_at} />. Update your
            apps before then.
          </p>
        )}
        {withExample && created.permission !== "read" ? <Example created={created} /> : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Example({ created }: { created: CreatedKey }) {
  const email = useQuery(settingsQuery).data?.user.email ?? "you@example.com";
  return (
    <div className="min-w-0">
      <p className="text-[13px] font-medium">Send an email with this key</p>
      <LanguageTabs apiKey={created.key} to={email} />
    </div>
  );
}
