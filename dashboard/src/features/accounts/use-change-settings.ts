import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../../ui/toast.ts";
import { accountsQuery, membersQuery } from "./members/members.ts";
import { renewAuth } from "./session.ts";
import { changeSettings, settingsQuery } from "./settings.ts";

/** Saves settings and updates them everywhere on screen. */
export function useChangeSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeSettings,
    onSuccess: async () => {
      showToast({ title: "Saved" });
      // The sidebar and the members page show the user's name, the user menu shows the account's name.
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries(membersQuery),
        queryClient.invalidateQueries(accountsQuery),
        renewAuth(queryClient),
      ]);
    },
  });
}
