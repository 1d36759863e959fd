import { apiKeyHooks } from "../../features/keys/index.ts";
import { once } from "./services.ts";

/** The hooks before every route of programs. One set a process: they remember keys and count requests. */
export const apiKeyHooksOf = once((services) => apiKeyHooks(services));
