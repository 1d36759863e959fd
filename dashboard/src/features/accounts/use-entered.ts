import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { nextPath } from "../../next-path.ts";
import { forgetAllButAuth, renewAccount } from "./session.ts";

/** Signs in, signs up or changes a default password, then opens `next`. */
export function useEntered<Input, Output>(
  enter: (input: Input) => Promise<Output>,
  next: string | undefined,
) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: enter,
    onSuccess: async () => {
      await renewAccount(queryClient);
      forgetAllButAuth(queryClient);
      router.history.push(nextPath(next, window.location.origin));
    },
  });
}
