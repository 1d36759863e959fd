import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ROUTING_KEY } from "./routing.ts";

/** Changes a relay, rule or pool, and reloads all of them, because they refer to each other. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone: (output: Output) => void = () => undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (output) => {
      onDone(output);
      return queryClient.invalidateQueries({ queryKey: ROUTING_KEY });
    },
  });
}
