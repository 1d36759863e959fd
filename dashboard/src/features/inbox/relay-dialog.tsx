import { CodeBlock } from "../../ui/code-block.tsx";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { RelaySetting } from "./relay-setting.tsx";

/** How to leave capture mode, or how to come back to it. */
export function RelayDialog({ relays, onClose }: { relays: boolean; onClose: () => void }) {
  return (
    <Dialog title={relays ? "Capture mail again" : "Deliver for real"} onClose={onClose}>
      <DialogBody className="grid gap-4 leading-6 text-ink-soft">
        {relays ? (
          <>
            <p>
              Start the server with this setting and no mail leaves it any more; everything is kept in the
              inbox.
            </p>
            <CodeBlock code="DELIVERY=capture" copyLabel="Copy setting" />
          </>
        ) : (
          <>
            <p>
              While no relay is set, Posthouse captures: emails are accepted as ever, kept in this inbox, and
              reach nobody. To deliver them, name a mail server that takes your mail and start the server
              again.
            </p>
            <RelaySetting />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
