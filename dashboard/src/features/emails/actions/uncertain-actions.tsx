import type { EmailRecipient } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { HiddenFromViewers } from "../../accounts/viewers.tsx";
import { resolveRecipient, useEmailChange } from "./change-email.ts";

/** An uncertain recipient without further retries: a person decides. */
export function UncertainActions({ emailId, recipient }: { emailId: string; recipient: EmailRecipient }) {
  const { address, position } = recipient;
  const deciding = useEmailChange(
    emailId,
    (as: "retry" | "delivered") => resolveRecipient({ emailId, position, as }).then(() => as),
    (as) => showToast({ title: as === "retry" ? "Retrying" : "Marked as delivered" }),
  );
  const error = formError(deciding.error, []);
  return (
    <>
      <p>
        Posthouse stopped retrying to avoid a duplicate. Check with the recipient or the receiving server's
        log, then choose.
      </p>
      <HiddenFromViewers>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            busy={deciding.isPending}
            aria-label={`Retry: ${address}`}
            onClick={() => deciding.mutate("retry")}
          >
            Retry
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={deciding.isPending}
            aria-label={`Mark as delivered: ${address}`}
            onClick={() => deciding.mutate("delivered")}
          >
            Mark as delivered
          </Button>
        </div>
      </HiddenFromViewers>
      {error ? (
        <p role="alert" className="mt-2 text-bad">
          {error}
        </p>
      ) : null}
    </>
  );
}
