import { AbuseGuard } from "../../features/keys/index.ts";
import { once } from "./services.ts";

/** Watches what keys send and what becomes of it. Null when it is switched off. */
export const abuseGuardOf = once((services): AbuseGuard | null => {
  const { config, database, log } = services;
  if (!config.abuseGuard) return null;
  return new AbuseGuard({
    config,
    database,
    log,
    sendSystemMail: async (...mail) => {
      // Loaded when a key is paused: a worker would otherwise hold everything that accepts mail.
      const { systemMailOf } = await import("./system-mail.ts");
      return await systemMailOf(services)(...mail);
    },
  });
});
