import type { EmailRecipient } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { resolveRecipient, useEmailChange } from "./change-email.ts";

/** A recipient that nobody tries any more, and of whom nobody knows whether it arrived: a person decides. */
export function Undecided({ emailId, recipient }: { emailId: string; recipient: EmailRecipient }) {
  const { address, position } = recipient;
  const deciding = useEmailChange(
    emailId,
    (as: "retry" | "delivered") => resolveRecipient({ emailId, position, as }).then(() => as),
    (as) => showToast({ title: as === "retry" ? "Tried again" : "Marked as delivered" }),
  );
  const fault = formError(deciding.error, []);
  return (
    <>
      <p>
        Nobody tries it any more, as a second copy could be worse than none. Ask the recipient, or look into
        the log of the server that it went to; then say what shall be.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={deciding.isPending}
          aria-label={`Try again: ${address}`}
          onClick={() => deciding.mutate("retry")}
        >
          Try again
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={deciding.isPending}
          aria-label={`It arrived: ${address}`}
          onClick={() => deciding.mutate("delivered")}
        >
          It arrived
        </Button>
      </div>
      {fault ? (
        <p role="alert" className="mt-2 text-bad">
          {fault}
        </p>
      ) : null}
    </>
  );
}
