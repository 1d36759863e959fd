import { workerNotifier } from "../../features/recipients/index.ts";
import { once } from "./services.ts";

/** Notifies the workers of all nodes of due mail. */
export const notifyWorkersOf = once(({ database, log }) => workerNotifier(database, log));
