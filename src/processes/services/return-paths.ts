import { ReturnPaths } from "../../features/delivery/index.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";

export const returnPathsOf = once((services) => new ReturnPaths({ secrets: secretsOf(services) }));
