import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { countText } from "../../ui/count-text.ts";
import type { ShorterRetention } from "./event-retention.ts";

type ShortenRetentionDialogProps = {
  shorter: ShorterRetention[];
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

const KEPT = {
  contents: "Recipients and events are kept.",
  events: "Emails, suppressions and the figures in Insights are kept.",
  both: "Recipients, suppressions and the figures in Insights are kept.",
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
        <p>{KEPT[shorter.length > 1 ? "both" : (shorter[0]?.of ?? "both")]}</p>
      </div>
    </ConfirmDialog>
  );
}

function Contents({ days }: { days: number }) {
  return (
    <p>
      Message bodies and attachments are deleted {countText(days, "day")} after they were last needed, and
      cannot be restored.
    </p>
  );
}

function Events({ days }: { days: number }) {
  return (
    <p>
      Events older than {countText(days, "day")} are deleted within minutes, and cannot be restored. Timelines
      of older emails become empty. Webhooks miss events that are deleted before they are sent.
    </p>
  );
}
