import { KeyBrake } from "../../features/accounts/index.ts";
import { once } from "./services.ts";

/** Watches what keys send and what becomes of it. Null when it is switched off. */
export const abuseGuardOf = once((services): KeyBrake | null => {
  const { config, database, log } = services;
  if (!config.keyBrake) return null;
  return new KeyBrake({
    config,
    database,
    log,
    sendNotice: async (...mail) => {
      // Loaded when a key is paused: a worker would otherwise hold everything that accepts mail.
      const { systemMailOf } = await import("./system-mail.ts");
      return await systemMailOf(services)(...mail);
    },
  });
});
