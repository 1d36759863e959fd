import { ApiError } from "../../../api.ts";
import { formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { TEXT_LINK_STYLES, TextLink } from "../../../ui/text-link.tsx";
import { UnreadableFile } from "./encode-files.ts";
import { SHOWN_PATHS } from "./field-faults.ts";

type FaultAlertProps = {
  fault: Error | null;
  /** From now on the form is another email. */
  onRenew: () => void;
};

/** What no field shows, and what to do about it. */
export function FaultAlert({ fault, onRenew }: FaultAlertProps) {
  const trouble = fault instanceof UnreadableFile ? fault.message : formError(fault, SHOWN_PATHS);
  if (trouble === undefined) return null;
  const code = fault instanceof ApiError ? fault.code : "";
  return (
    <Alert tone="bad">
      {trouble} {PASSING.has(code) ? "Pressing again is safe: this form is accepted once at most." : null}
      {code === "idempotency_conflict" ? (
        <>
          This form was accepted before it was changed; <TextLink to="/emails">see the emails</TextLink>.{" "}
          <button type="button" className={TEXT_LINK_STYLES} onClick={onRenew}>
            Make it another email
          </button>
        </>
      ) : null}
    </Alert>
  );
}

/** Failures that may be over the next time. */
const PASSING = new Set(["unreachable", "unavailable", "overloaded", "idempotency_in_progress"]);
