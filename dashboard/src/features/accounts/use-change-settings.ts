import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../../ui/toast.ts";
import { renewAuth } from "./session.ts";
import { changeSettings, settingsQuery } from "./settings.ts";

/** Saves a part of the settings and shows the result wherever it is on screen. */
export function useChangeSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeSettings,
    onSuccess: async () => {
      showToast({ title: "Saved" });
      // The user's name stands in the sidebar, too.
      await Promise.all([queryClient.invalidateQueries(settingsQuery), renewAuth(queryClient)]);
    },
  });
}
