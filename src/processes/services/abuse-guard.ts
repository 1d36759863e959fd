import { AbuseGuard } from "../../features/keys/index.ts";
import { once } from "./services.ts";

/** Watches the volume and the bounces of each key's mail. Null when it is turned off. */
export const abuseGuardOf = once((services): AbuseGuard | null => {
  const { config, database, log } = services;
  if (!config.abuseGuard) return null;
  return new AbuseGuard({
    config,
    database,
    log,
    sendSystemMail: async (...mail) => {
      // Loaded when a key is paused. Otherwise a worker would load all code that accepts mail.
      const { systemMailOf } = await import("./system-mail.ts");
      return await systemMailOf(services)(...mail);
    },
  });
});
