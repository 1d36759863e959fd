import type { Transport } from "./transport.ts";

/** Keeps all mail: nothing leaves the machine. The stored email is the copy that the dashboard's inbox shows. */
export const captureTransport: Transport = {
  transmit: async ({ envelope }) =>
    envelope.recipients.map(() => ({
      kind: "captured" as const,
      reason: "kept for the inbox; no mail leaves in test mode",
    })),
  close: async () => undefined,
};
