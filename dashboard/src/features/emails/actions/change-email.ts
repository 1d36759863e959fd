import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CancelEmailResponse, RescheduleEmailResponse, ResendEmailResponse } from "../../../api.gen.ts";
import { ApiError, api } from "../../../api.ts";
import type { EmailDetail, EmailRecipient } from "../../../api-types.ts";
import { QUEUE_KEY } from "../../queue/queue.ts";
import { EMAILS_KEY, emailQuery } from "../emails.ts";

const pathOf = (id: string): string => `/api/emails/${encodeURIComponent(id)}`;

export function cancelEmail(id: string): Promise<CancelEmailResponse> {
  return api.post(`${pathOf(id)}/cancel`, {});
}

/** `scheduledAt`: null sends now. */
export function rescheduleEmail(id: string, scheduledAt: string | null): Promise<RescheduleEmailResponse> {
  return api.patch(pathOf(id), { scheduled_at: scheduledAt });
}

/** Sends to all original recipients, or only to `to`. Each dialog has one idempotency key, so a second press sends nothing. */
export function resendEmail(
  id: string,
  to: string[] | null,
  idempotencyKey: string,
): Promise<ResendEmailResponse> {
  const headers = { "idempotency-key": idempotencyKey };
  return api.post(`${pathOf(id)}/resend`, to === null ? {} : { to }, { headers });
}

/** Resolves an uncertain recipient. `retry` may send a duplicate; `delivered` records that it arrived. */
export function resolveRecipient(resolution: {
  emailId: string;
  position: number;
  as: "retry" | "delivered";
}): Promise<void> {
  const { emailId, position, as } = resolution;
  return api.post(`${pathOf(emailId)}/recipients/${position}/resolve`, { as });
}

/** Not in flight, and without a final outcome. */
export function isWaiting({ state, next_attempt_at }: EmailRecipient): boolean {
  return ["queued", "deferred", "uncertain"].includes(state) && next_attempt_at !== null;
}

/** No attempt has started. */
export function isReschedulable({ recipients, scheduled_at }: EmailDetail): boolean {
  const isUntouched = ({ state, attempts }: EmailRecipient) => state === "queued" && attempts === 0;
  return scheduled_at !== null && recipients.every(isUntouched);
}

/** Reloads the email after a change, and after a conflict: someone else has changed it. */
export function useEmailChange<Input, Output>(
  id: string,
  change: (input: Input) => Promise<Output>,
  onDone: (output: Output) => void,
  onFailed?: (error: Error) => void,
) {
  const queryClient = useQueryClient();
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: emailQuery(id).queryKey }),
      queryClient.invalidateQueries({ queryKey: EMAILS_KEY }),
      queryClient.invalidateQueries({ queryKey: QUEUE_KEY }),
    ]);
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      onDone(output);
      await renew();
    },
    onError: async (error) => {
      onFailed?.(error);
      if (error instanceof ApiError && error.status === 409) await renew();
    },
  });
}
