import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { showToast } from "../../../ui/toast.ts";
import { useIsMounted } from "../../../ui/use-is-mounted.ts";
import { EMAILS_KEY } from "../emails.ts";
import { sendEmail } from "./compose-api.ts";
import { encodeFiles } from "./encode-files.ts";
import { setBeingSent } from "./kept-draft.ts";
import { requestOf } from "./request-of.ts";
import { isOutcomeUnknown, sendError } from "./send-error.ts";
import type { ComposeForm } from "./use-compose-form.ts";

/** Sends the form and opens the new email. */
export function useSend(form: ComposeForm) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // A second press can come before the button renders as busy. The key makes it harmless; this saves the request.
  const isUnderWay = useRef(false);
  const isOpen = useIsMounted();
  const sending = useMutation({
    mutationFn: async ({ draft, files, idempotencyKey }: ComposeForm) =>
      sendEmail(requestOf(draft, await encodeFiles(files)), idempotencyKey),
    onSuccess: ({ id }) => {
      form.forget();
      showToast({ title: form.draft.schedule.kind === "now" ? "Email accepted" : "Email scheduled" });
      void queryClient.invalidateQueries({ queryKey: EMAILS_KEY });
      // The user may have gone on to another page.
      return isOpen.current ? navigate({ to: "/emails/$emailId", params: { emailId: id } }) : undefined;
    },
    onError: (error, { place: { id: draft } }) => {
      if (isOpen.current) return;
      showToast({
        tone: "bad",
        title: isOutcomeUnknown(error) ? "Your email may not have been sent" : "Your email was not sent",
        description: sendError(error, []) ?? error.message,
        action: { label: "Open", onSelect: () => void navigate({ to: "/emails/new", search: { draft } }) },
      });
    },
    onSettled: (_result, _error, { place }) => {
      isUnderWay.current = false;
      setBeingSent(place, false);
    },
  });
  const send = (onError: (error: Error) => void): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBeingSent(form.place, true);
    // After a lost response and a reload, the same key must be sent.
    form.keep();
    sending.mutate(form, { onError: onError });
  };
  return { send, isSending: sending.isPending };
}
