import type { Delivery } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { ModeChoice } from "./delivery.ts";
import { useChangeDelivery } from "./use-change-delivery.ts";

type SwitchDialogProps = {
  delivery: Delivery;
  choice: ModeChoice;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for confirmation of a new mode, and says what happens to mail. */
export function SwitchDialog({ delivery, choice, onDone, onClose }: SwitchDialogProps) {
  const changing = useChangeDelivery(() => {
    onClose();
    onDone();
  });
  const toTest = choice.mode === "capture";
  return (
    <ConfirmDialog
      title={TITLES[choice.mode]}
      confirmLabel={toTest ? "Switch to test mode" : delivery.mode === "capture" ? "Go live" : "Switch"}
      tone="primary"
      busy={changing.isPending}
      error={formError(changing.error, [])}
      onConfirm={() => changing.mutate(choice)}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {describeSwitch(delivery, choice).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </ConfirmDialog>
  );
}

const TITLES = {
  capture: "Switch to test mode?",
  relay: "Deliver through the relay?",
  direct: "Deliver directly?",
};

/** One sentence for new mail, and one for each kind of mail that is still queued. */
export function describeSwitch(delivery: Delivery, { mode }: Pick<ModeChoice, "mode">): string[] {
  const { open_test_recipients: test, open_live_recipients: live, counts_are_minimums: more } = delivery;
  const isTest = delivery.mode === "capture";
  if (mode === "capture")
    return [
      "New emails stay in the inbox, and nothing is sent.",
      ...(live === 0
        ? []
        : [
            `${recipients(live, more)} queued or scheduled for delivery. They wait until you go live again, and expire like other mail.`,
          ]),
    ];
  return [
    isTest
      ? "New emails are sent to their recipients."
      : "New attempts use the new setting at once. Messages in flight finish with the previous one.",
    ...(test === 0
      ? []
      : [
          `${recipients(test, more)} still queued or scheduled from test mode. They go to the inbox and are never sent.`,
        ]),
    ...(isTest && live > 0
      ? [`${recipients(live, more)} waiting from before test mode. They are sent now.`]
      : []),
  ];
}

function recipients(count: number, isMinimum: boolean): string {
  const number = `${isMinimum ? "More than " : ""}${count.toLocaleString("en")}`;
  return count === 1 && !isMinimum ? "1 recipient is" : `${number} recipients are`;
}
