import { apiKeyHooks } from "../../features/keys/index.ts";
import { once } from "./services.ts";

/** The hooks before every route for programs. A process has one set, because they cache keys and count requests. */
export const apiKeyHooksOf = once((services) => apiKeyHooks(services));
