import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { countText } from "../../ui/count-text.ts";
import type { ShorterRetention } from "./event-retention.ts";

type ShortenRetentionDialogProps = {
  shorter: ShorterRetention[];
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before contents or events are deleted. */
export function ShortenRetentionDialog({ shorter, ...dialog }: ShortenRetentionDialogProps) {
  const older = shorter.map(({ of, days }) => `${of} older than ${countText(days, "day")}`);
  return (
    <ConfirmDialog
      title={`Delete ${older.join(" and ")}?`}
      confirmLabel={`Delete old ${shorter.map(({ of }) => of).join(" and ")}`}
      {...dialog}
    >
      <div className="grid gap-3">
        {shorter.map(({ of, days }) =>
          of === "contents" ? <Contents key={of} days={days} /> : <Events key={of} days={days} />,
        )}
      </div>
    </ConfirmDialog>
  );
}

function Contents({ days }: { days: number }) {
  return (
    <p>
      Message bodies and attachments are deleted {countText(days, "day")} after they were last needed, and
      cannot be restored. Recipients and events are kept.
    </p>
  );
}

function Events({ days }: { days: number }) {
  return (
    <>
      <p>
        Events older than {countText(days, "day")} are deleted within minutes, and cannot be restored.
        Timelines of older emails become empty. Webhooks do not get deleted events that they have not got yet.
      </p>
      <p>Emails, suppressions and the figures in Insights are kept.</p>
    </>
  );
}
