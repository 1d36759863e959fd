import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { Delivery, DeliveryMode } from "../../api-types.ts";

const PATH = "/api/instance/delivery";

export const MODE_NAMES: Record<DeliveryMode, string> = {
  capture: "Test mode",
  relay: "Relay",
  direct: "Direct",
};

/** Only for operators. */
export const deliveryQuery = queryOptions({
  queryKey: ["delivery"],
  queryFn: ({ signal }) => api.get<Delivery>(PATH, signal),
});

export type ModeChoice = { mode: DeliveryMode; relayId: string | null };

/** Takes two seconds: the server responds when all its processes use the new mode. */
export function changeDelivery({ mode, relayId }: ModeChoice): Promise<Delivery> {
  return api.put(PATH, mode === "relay" ? { mode, relay_id: relayId } : { mode });
}
