import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../../ui/toast.ts";
import { renewAuth } from "./session.ts";
import { changeSettings, settingsQuery } from "./settings.ts";

/** Saves settings and updates them everywhere on screen. */
export function useChangeSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeSettings,
    onSuccess: async () => {
      showToast({ title: "Saved" });
      // The sidebar also shows the user's name.
      await Promise.all([queryClient.invalidateQueries(settingsQuery), renewAuth(queryClient)]);
    },
  });
}
