import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QueueAction } from "../../api-types.ts";
import { showToast } from "../../ui/toast.ts";
import { type Acting, actOnQueue, QUEUE_KEY, undoOf } from "./queue.ts";

const TITLES: Record<QueueAction, (changed: string) => string> = {
  pause: () => "Paused",
  hold: () => "Held",
  // Another user has already resumed it.
  resume: (changed) => (changed === "0" ? "Nothing to resume" : "Resumed"),
  retry: (changed) => `Retrying ${changed}`,
  purge: (changed) => `${changed} canceled`,
};

/** Runs an action with progress, and offers an undo if there is one. */
export function useActOnQueue(onDone: () => void) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(0);
  const acting = useMutation({
    mutationFn: (request: Acting) => {
      setProgress(0);
      return actOnQueue(request, setProgress);
    },
    onSuccess: (acted, request) => {
      onDone();
      const { action, isUndo } = request;
      const canUndo = !isUndo && (action === "pause" || action === "hold");
      showToast({
        tone: acted.changed === 0 ? "neutral" : "good",
        title: TITLES[action](acted.changed.toLocaleString("en")),
        ...(canUndo && {
          action: {
            label: "Undo",
            onSelect: () => acting.mutate(undoOf(request, acted)),
          },
        }),
      });
    },
    onError: (error, { action, isUndo }) => {
      // Resume buttons and the undo of a toast have no place for an error.
      if (isUndo || action === "resume")
        showToast({
          tone: "bad",
          title: isUndo ? "Could not undo" : "Could not resume",
          description: error.message,
        });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUEUE_KEY }),
  });
  return { ...acting, progress };
}
