import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CreatedKey } from "../../../api-types.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CodeToCopy } from "../../../ui/code-to-copy.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { MomentText } from "../../../ui/time.tsx";
import { settingsQuery } from "../settings.ts";
import { curlCommand } from "./curl-command.ts";

type NewKeyDialogProps = {
  created: CreatedKey;
  /** Shows a command that sends an email with the key. */
  withCommand?: boolean;
  onClose: () => void;
};

/** Shows the full key, once. Only its button closes it, because a stray Escape would lose the key. */
export function NewKeyDialog({ created, withCommand = false, onClose }: NewKeyDialogProps) {
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
        {withCommand && created.permission !== "read" ? <FirstEmail created={created} /> : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function FirstEmail({ created }: { created: CreatedKey }) {
  const settings = useQuery(settingsQuery).data;
  const command = curlCommand({
    baseUrl: settings?.base_url ?? window.location.origin,
    key: created.key,
    to: settings?.user.email ?? "you@example.com",
    from: settings && settings.account.default_from === null ? settings.user.email : undefined,
  });
  return (
    <div className="grid gap-2">
      <p className="text-[13px] font-medium">Send an email with this key</p>
      <CodeBlock code={command} copyLabel="Copy command" />
    </div>
  );
}
