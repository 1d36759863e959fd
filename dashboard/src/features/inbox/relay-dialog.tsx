import { CodeBlock } from "../../ui/code-block.tsx";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { RelaySetting } from "./relay-setting.tsx";

/** Explains how to turn test mode off or on. */
export function RelayDialog({ relays, onClose }: { relays: boolean; onClose: () => void }) {
  return (
    <Dialog title={relays ? "Switch to test mode" : "Go live"} onClose={onClose}>
      <DialogBody className="grid gap-4 leading-6 text-ink-soft">
        {relays ? (
          <>
            <p>Restart the server with this setting. Mail is then captured in the inbox and not delivered.</p>
            <CodeBlock code="DELIVERY=capture" copyLabel="Copy setting" />
          </>
        ) : (
          <>
            <p>
              Without a relay, Posthouse captures emails in this inbox and does not deliver them. To deliver,
              set an SMTP relay and restart the server.
            </p>
            <RelaySetting />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
