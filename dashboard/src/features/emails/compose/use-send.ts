import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { showToast } from "../../../ui/toast.ts";
import { EMAILS_KEY } from "../emails.ts";
import { sendEmail } from "./compose-api.ts";
import { encodeFiles } from "./encode-files.ts";
import { requestOf } from "./request-of.ts";
import type { ComposeForm } from "./use-compose-form.ts";

/** Sends the form and opens the new email. */
export function useSend(form: ComposeForm) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // A second press can come before the button renders as busy. The key makes it harmless; this saves the request.
  const isUnderWay = useRef(false);
  const sending = useMutation({
    mutationFn: async ({ draft, files, idempotencyKey }: ComposeForm) =>
      sendEmail(requestOf(draft, await encodeFiles(files)), idempotencyKey),
    onSuccess: ({ id }) => {
      form.forget();
      showToast({ title: form.draft.schedule.kind === "now" ? "Email accepted" : "Email scheduled" });
      void queryClient.invalidateQueries({ queryKey: EMAILS_KEY });
      return navigate({ to: "/emails/$emailId", params: { emailId: id } });
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const send = (onError: (error: Error) => void): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    sending.mutate(form, { onError: onError });
  };
  return { send, isSending: sending.isPending };
}
