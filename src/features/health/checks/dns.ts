import { type Check, failed, ok, unknown } from "./check.ts";

/** A name that always exists. */
const KNOWN_NAME = "com";

/** Without DNS, mail cannot be delivered directly and sender domains cannot be checked. */
export const dnsCheck: Check<"dns" | "delivery"> = {
  id: "dns",
  title: "DNS",
  examine: async ({ delivery, dns }) => {
    const response = await dns.query(KNOWN_NAME, "NS");
    if (response.ok && response.records.length > 0) return [ok("the resolver responds")];
    const reason = response.ok ? "it found no name servers for com" : response.reason;
    const next = "set DNS_SERVERS to a working resolver, ideally your own on this machine";
    return [
      delivery?.mode === "direct"
        ? failed(`the resolver does not respond: ${reason}`, next)
        : unknown(`the resolver does not respond: ${reason}`, next),
    ];
  },
};
