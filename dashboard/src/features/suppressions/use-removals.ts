import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Removal } from "../../api-types.ts";
import { countText } from "../../ui/count-text.ts";
import { showToast } from "../../ui/toast.ts";
import { actOnRemoval } from "./removals.ts";
import { SUPPRESSIONS_KEY } from "./suppressions.ts";

/** Runs and undoes removals, with progress. Used by the page, so that closing a dialog does not stop the work. */
export function useRemovals() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(0);
  const begin = (): void => setProgress(0);
  // Not awaited: the mutation would be pending until the lists are loaded, after its toast.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: SUPPRESSIONS_KEY });

  const undoing = useMutation({
    mutationFn: ({ id }: Pick<Removal, "id">) => actOnRemoval({ id, action: "restore" }, setProgress),
    onMutate: begin,
    onSuccess: ({ restored, removed }) =>
      showToast({
        title: `${countText(restored, "suppression")} restored`,
        ...(restored < removed && { description: "The others were already suppressed again." }),
      }),
    onError: (error) => showToast({ tone: "bad", title: "Could not undo", description: error.message }),
    onSettled,
  });
  const running = useMutation({
    mutationFn: ({ id }: Pick<Removal, "id">) => actOnRemoval({ id, action: "run" }, setProgress),
    onMutate: begin,
    onSuccess: ({ id, removed, matched }) =>
      showToast({
        title: `${countText(removed, "suppression")} removed`,
        ...(removed < matched && { description: "The others changed after the preview and were kept." }),
        action: { label: "Undo", onSelect: () => undoing.mutate({ id }) },
      }),
    onError: (error) =>
      showToast({ tone: "bad", title: "Could not remove all matches", description: error.message }),
    onSettled,
  });
  return { running, undoing, progress };
}
