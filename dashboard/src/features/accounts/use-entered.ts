import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { nextPath } from "../../next-path.ts";
import { forgetAllButAuth, renewAuth } from "./session.ts";

/** A way into the dashboard (sign in, sign up, a changed default password) that then goes to where the reader wanted. */
export function useEntered<Input, Output>(
  enter: (input: Input) => Promise<Output>,
  next: string | undefined,
) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: enter,
    onSuccess: async () => {
      await renewAuth(queryClient);
      forgetAllButAuth(queryClient);
      router.history.push(nextPath(next, window.location.origin));
    },
  });
}
