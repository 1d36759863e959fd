import { type Check, type CheckContext, type Finding, failed, ok, unknown } from "./check.ts";

/** Bounces and complaints come back to INBOUND_HOST, to which the MX records of return paths point. */
export const returnsCheck: Check<"config" | "delivery" | "dns"> = {
  id: "returns",
  title: "Bounces",
  examine: async ({ config: { inboundHost, returnPathDomain }, delivery, dns }) => {
    if (delivery?.mode !== "direct" && returnPathDomain === null)
      return [ok("bounces: no name is needed, because mail is not delivered directly")];
    const host = await examineHost(dns, inboundHost);
    return returnPathDomain === null
      ? [host]
      : [host, await examineMx(dns, { inboundHost, returnPathDomain })];
  },
};

async function examineHost(dns: CheckContext["dns"], host: string): Promise<Finding> {
  const responses = await Promise.all([dns.query(host, "A"), dns.query(host, "AAAA")]);
  if (responses.some((response) => response.ok && response.records.length > 0))
    return ok(`bounces arrive at ${host}, which has an address`);
  const broken = responses.find((response) => !response.ok && response.kind === "temporary");
  if (broken && !broken.ok) return unknown(`${host}: ${broken.reason}`, "try again later");
  return failed(
    `bounces cannot arrive, because ${host} has no address`,
    `add an address record for ${host}, or set INBOUND_HOST to a name that leads to this machine`,
  );
}

async function examineMx(
  dns: CheckContext["dns"],
  { inboundHost, returnPathDomain }: { inboundHost: string; returnPathDomain: string },
): Promise<Finding> {
  const response = await dns.query(returnPathDomain, "MX");
  if (!response.ok && response.kind === "temporary")
    return unknown(`${returnPathDomain}: ${response.reason}`, "try again later");
  const hosts = response.ok ? response.records.map(({ exchange }) => exchange) : [];
  if (hosts.includes(inboundHost.toLowerCase()))
    return ok(`the MX record of ${returnPathDomain} is ${inboundHost}`);
  return failed(
    `the MX record of ${returnPathDomain} is ${hosts.join(", ") || "missing"}, so bounces do not arrive at ${inboundHost}`,
    `set it to: 10 ${inboundHost}.`,
  );
}
