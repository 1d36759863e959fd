import { SenderPolicy } from "../../features/domains/index.ts";
import { requiresVerifiedDomainOf } from "./delivery-mode.ts";
import { once } from "./services.ts";

/** Decides which domains an account may send from. */
export const senderPolicyOf = once(
  (services) =>
    new SenderPolicy({ database: services.database, onlyVerified: requiresVerifiedDomainOf(services) }),
);
