import { AcceptanceListeners } from "../../features/webhooks/index.ts";
import { once } from "./services.ts";

/** The accounts whose accepted mail gets events. */
export const acceptanceListenersOf = once(({ database }) => new AcceptanceListeners(database));
