import type { AlertRule } from "../alert-rule.ts";
import { listBrokenHosts } from "./hosts/queries.ts";

export const TRACKING_ALERT_RULES = {
  tracking_host_broken: {
    meaning:
      "A tracking host that was verified does not lead to this instance over https any more. New mail does not use it; links in mail that was sent do not open.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listBrokenHosts(database)).map(({ account, host, problem }) => ({
        subject: host,
        words: `The tracking host ${host} of the account “${account}” does not work. ${problem ?? ""}`.trim(),
      })),
  },
} satisfies Record<string, AlertRule>;
