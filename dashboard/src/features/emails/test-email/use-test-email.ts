import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newIdempotencyKey, sendEmail } from "../compose/compose-api.ts";
import { EMAILS_KEY } from "../emails.ts";

type TestEmailOptions = {
  from: string;
  to: string;
  message: { subject: string; text: string };
  onSent: (id: string) => void;
};

/** The state of a form that sends a test email. Without a sender, the server uses its own. */
export function useTestEmail({ from: initialFrom, to: initialTo, message, onSent }: TestEmailOptions) {
  const [from, setFrom] = useState(initialFrom);
  const [to, setTo] = useState(initialTo);
  // Every press uses the same key, so that pressing twice sends one email.
  const key = useRef(newIdempotencyKey());
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: () =>
      sendEmail({ ...(from.trim() !== "" && { from }), to: to.trim(), ...message }, key.current),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: EMAILS_KEY });
      onSent(id);
    },
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  return { from, setFrom, to, setTo, sending };
}

export type TestEmailForm = ReturnType<typeof useTestEmail>;
