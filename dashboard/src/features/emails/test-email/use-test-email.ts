import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useIsMounted } from "../../../ui/use-is-mounted.ts";
import { newIdempotencyKey, sendEmail } from "../compose/compose-api.ts";
import { tellOfFailedSend } from "../compose/tell-of-failed-send.ts";
import { EMAILS_KEY } from "../emails.ts";

type TestEmailOptions = {
  from: string;
  to: string;
  message: { subject: string; text: string };
  onSent: (id: string) => void;
};

/** The state of a form that sends a test email. `send` ignores a second press. Without a sender, the server uses its own. */
export function useTestEmail({ from: initialFrom, to: initialTo, message, onSent }: TestEmailOptions) {
  const [from, setFrom] = useState(initialFrom);
  const [to, setTo] = useState(initialTo);
  // Every press uses the same key, also after a lost response, so that pressing again sends one email. An edited form is another email.
  const [key, setKey] = useState(newIdempotencyKey);
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    setKey(newIdempotencyKey());
  };
  const queryClient = useQueryClient();
  const isOpen = useIsMounted();
  const sending = useMutation({
    mutationFn: () => sendEmail({ ...(from.trim() !== "" && { from }), to: to.trim(), ...message }, key),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: EMAILS_KEY });
      onSent(id);
    },
    onError: (error) => {
      if (!isOpen.current) tellOfFailedSend(error);
    },
  });
  const send = (): void => {
    if (!sending.isPending) sending.mutate();
  };
  return { from, setFrom: edit(setFrom), to, setTo: edit(setTo), sending, send };
}

export type TestEmailForm = ReturnType<typeof useTestEmail>;
