import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QueueAction } from "../../api-types.ts";
import { showToast } from "../../ui/toast.ts";
import { type Acting, actOnQueue, QUEUE_KEY } from "./queue.ts";

const SAID: Record<QueueAction, (changed: string) => string> = {
  pause: () => "Paused",
  hold: () => "Held",
  resume: () => "Resumed",
  retry: (changed) => `Retrying ${changed}`,
  purge: (changed) => `${changed} canceled`,
};

/** Runs an action with progress, and offers an undo if there is one. */
export function useActOnQueue(onDone: () => void) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(0);
  const acting = useMutation({
    mutationFn: (asked: Acting) => {
      setProgress(0);
      return actOnQueue(asked, setProgress);
    },
    onSuccess: (changed, asked) => {
      onDone();
      const isUndone = asked.action === "pause" || asked.action === "hold";
      showToast({
        title: SAID[asked.action](changed.toLocaleString("en")),
        ...(isUndone && {
          action: {
            label: "Undo",
            onSelect: () => acting.mutate({ view: asked.view, scope: asked.scope, action: "resume" }),
          },
        }),
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUEUE_KEY }),
  });
  return { ...acting, progress };
}
