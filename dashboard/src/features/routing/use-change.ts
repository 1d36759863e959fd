import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ROUTING_KEY } from "./routing.ts";

/** A change of relays, rules or pools, after which all of them are asked for again: one names the other. */
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
