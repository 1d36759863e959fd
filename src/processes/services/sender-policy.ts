import { SenderPolicy } from "../../features/domains/index.ts";
import { once } from "./services.ts";

/** Decides which domains an account may send from. */
export const senderPolicyOf = once(
  ({ config, database }) => new SenderPolicy({ database, onlyVerified: config.requireVerifiedDomain }),
);
