import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

type ShortenRetentionDialogProps = {
  days: number;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before events are deleted. */
export function ShortenRetentionDialog({ days, ...dialog }: ShortenRetentionDialogProps) {
  const time = days === 1 ? "1 day" : `${days.toLocaleString("en")} days`;
  return (
    <ConfirmDialog title={`Delete events older than ${time}?`} confirmLabel="Delete old events" {...dialog}>
      <p>
        Events older than {time} are deleted within minutes, and cannot be restored. Timelines of older emails
        become empty. Webhooks do not get deleted events that they have not got yet.
      </p>
      <p className="mt-3">Emails, suppressions and the figures in Insights are kept.</p>
    </ConfirmDialog>
  );
}
