import { workerNotifier } from "../../features/recipients/index.ts";
import { once } from "./services.ts";

/** Tells the workers of all nodes that mail is due. */
export const notifyWorkersOf = once(({ database, log }) => workerNotifier(database, log));
