import { ApiError } from "../../../api.ts";
import { Alert } from "../../../ui/alert.tsx";
import { TEXT_LINK_STYLES, TextLink } from "../../../ui/text-link.tsx";
import { UnreadableFile } from "./encode-files.ts";
import { SHOWN_PATHS } from "./field-errors.ts";
import { sendError } from "./send-error.ts";

type ErrorAlertProps = {
  error: Error | null;
  /** Makes the form a new email, with a new idempotency key. */
  onRenew: () => void;
};

/** Errors that no field shows, with what to do. */
export function ErrorAlert({ error, onRenew }: ErrorAlertProps) {
  const trouble = error instanceof UnreadableFile ? error.message : sendError(error, SHOWN_PATHS);
  if (trouble === undefined) return null;
  const code = error instanceof ApiError ? error.code : "";
  return (
    <Alert tone="bad">
      {trouble}{" "}
      {code === "idempotency_conflict" ? (
        <>
          An earlier version of this email was already accepted; <TextLink to="/emails">see emails</TextLink>.{" "}
          <button type="button" className={TEXT_LINK_STYLES} onClick={onRenew}>
            Send as a new email
          </button>
        </>
      ) : null}
    </Alert>
  );
}
