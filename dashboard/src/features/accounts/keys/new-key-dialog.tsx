import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CreatedKey } from "../../../api-types.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { MomentText } from "../../../ui/time.tsx";
import { settingsQuery } from "../settings.ts";
import { curlCommand } from "./curl-command.ts";

type NewKeyDialogProps = {
  created: CreatedKey;
  /** Shows how to send the first email with it. */
  withCommand?: boolean;
  onClose: () => void;
};

/** A whole key, the only time that it can be shown. Closes by its own button only: a stray Escape would lose it for good. */
export function NewKeyDialog({ created, withCommand = false, onClose }: NewKeyDialogProps) {
  const body = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone; without this the next Tab would start anywhere.
  useEffect(() => body.current?.focus(), []);
  return (
    <Dialog title="Your new key" description={created.name} canClose={false} onClose={onClose}>
      <DialogBody ref={body} tabIndex={-1} className="grid content-start gap-5 outline-none">
        <Alert tone="warn">
          Copy it now and keep it like a password. It is stored only as a hash, so this is the only time it
          can be shown.
        </Alert>
        <div className="flex items-center gap-2 rounded-lg border border-line-strong bg-subtle py-2 pr-2 pl-3.5">
          <code className="min-w-0 flex-1 font-mono text-[13px] break-all">{created.key}</code>
          <CopyButton text={created.key} label="Copy key" withLabel />
        </div>
        {created.old_secret_expires_at === null ? null : (
          <p className="text-ink-soft">
            The old secret works until <MomentText value={created.old_secret_expires_at} />. Give the new one
            to every program before that.
          </p>
        )}
        {withCommand && created.permission !== "read" ? <FirstEmail created={created} /> : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          I have copied it
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
      <p className="text-[13px] font-medium">Send your first email with it</p>
      <CodeBlock code={command} copyLabel="Copy command" />
    </div>
  );
}
