import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showSaved } from "../../show-saved.ts";
import { showToast } from "../../ui/toast.ts";
import { settingsQuery } from "../accounts/settings.ts";
import { overviewQuery } from "../overview/overview.ts";
import { changeDelivery, deliveryQuery, MODE_NAMES } from "./delivery.ts";

/** Switches the mode, and updates everything on screen that depends on it. */
export function useChangeDelivery(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeDelivery,
    onSuccess: async (delivery) => {
      await showSaved(queryClient, deliveryQuery, delivery);
      showToast({
        title: delivery.mode === "capture" ? "Test mode is on" : "Posthouse now delivers mail",
        description:
          delivery.mode === "capture" ? "New emails stay in the inbox." : MODE_NAMES[delivery.mode],
      });
      onDone();
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries(overviewQuery),
        queryClient.invalidateQueries({ queryKey: ["routing"] }),
      ]);
    },
  });
}
