import { useEffect } from "react";
import type { Relay } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { type Owner, testRelay } from "../routing.ts";
import { useChange } from "../use-change.ts";

/** Tests a relay as workers use it, without sending mail. */
export function TestDialog({ owner, relay, onClose }: { owner: Owner; relay: Relay; onClose: () => void }) {
  const { mutate: test, data: tested, error, isPending } = useChange(() => testRelay(owner, relay.id));
  useEffect(() => test(undefined), [test]);
  const errorText = formError(error, []);
  return (
    <Dialog title={`Test “${relay.name}”`} onClose={onClose}>
      <DialogBody className="grid content-start gap-4">
        <div aria-live="polite" className="grid gap-4">
          {isPending ? (
            <p className="flex items-center gap-2.5 text-ink-soft">
              <Spinner />
              Connecting and signing in. No mail is sent.
            </p>
          ) : null}
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          {tested ? (
            <Alert tone={tested.ok ? "info" : "bad"}>
              <bdi>{tested.message}</bdi>
            </Alert>
          ) : null}
        </div>
        {tested?.transcript ? (
          <Fold title="SMTP transcript">
            <pre className="overflow-x-auto rounded-lg border bg-subtle px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap">
              {tested.transcript}
            </pre>
          </Fold>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => test(undefined)} disabled={isPending}>
          Test again
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
