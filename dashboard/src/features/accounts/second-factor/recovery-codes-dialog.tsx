import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { saveFile } from "../../../ui/save-file.ts";

/** Shows recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join("\n")}\n`;
  const save = () =>
    saveFile("posthouse-recovery-codes.txt", `Posthouse, ${window.location.host}\n\n${text}`, "text/plain");
  return (
    <Dialog title="Save your recovery codes" canClose={false} onClose={onClose}>
      <DialogBody className="grid content-start gap-5">
        <Alert tone="warn">
          These codes are not shown again. Each works once in place of a code from your app.
        </Alert>
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-x-6 gap-y-1.5 rounded-lg border border-line-strong bg-subtle px-4 py-3">
          {codes.map((code) => (
            <li key={code} className="font-mono text-[13px] whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} label="Copy codes" withLabel />
          <Button size="sm" onClick={save}>
            Download codes
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
