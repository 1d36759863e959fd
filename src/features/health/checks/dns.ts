import { type Check, failed, ok, unknown } from "./check.ts";

/** Exists as long as DNS does. */
const knownName = "com";

/** Without an answer nothing can be sent straight, and no sender domain be checked. */
export const dnsCheck: Check<"config" | "dns"> = {
  id: "dns",
  title: "DNS",
  examine: async ({ config: { delivery }, dns }) => {
    const answer = await dns.query(knownName, "NS");
    if (answer.ok && answer.records.length > 0) return [ok("the resolver answers")];
    const reason = answer.ok ? "it knows no servers of com" : answer.reason;
    const next = "let DNS_SERVERS name a resolver that works, best one of your own on this machine";
    return [
      delivery === "direct"
        ? failed(`the resolver does not answer: ${reason}`, next)
        : unknown(`the resolver does not answer: ${reason}`, next),
    ];
  },
};
