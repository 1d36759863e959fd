import { callApi } from "./api-client.ts";
import type { DnsStub } from "./dns-server.ts";
import type { Posthouse } from "./posthouse.ts";

type Domain = { status: string; records: { type: string; name: string; value: string }[] };

/** Adds a domain to the key's account, publishes its DNS records, and checks it. */
export async function addVerifiedDomain(
  { baseUrl }: Posthouse,
  { name, key, dns }: { name: string; key: string; dns: DnsStub },
): Promise<void> {
  const { body: added } = await callApi<Domain>(baseUrl, "/api/v1/domains", { key, body: { name } });
  // RFC 1035 §3.3.14: the strings of a TXT record have at most 255 octets.
  for (const record of added.records)
    if (record.type === "TXT") dns.set(`${record.name} TXT`, [record.value.match(/.{1,255}/g)]);
  const path = `/api/v1/domains/${name}/check`;
  const { body: checked } = await callApi<Domain>(baseUrl, path, { key, method: "POST" });
  if (checked.status !== "verified") throw new Error(`${name} is ${JSON.stringify(checked)}`);
}
