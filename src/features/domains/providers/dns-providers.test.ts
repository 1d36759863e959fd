import { expect, test } from "vitest";
import { dnsProviderOf } from "./dns-providers.ts";
import { findDnsHost } from "./find-dns-host.ts";

test.each([
  ["ada.ns.cloudflare.com", "Cloudflare"],
  ["ns-1024.awsdns-00.org", "Amazon Route 53"],
  ["ns-2048.awsdns-64.co.uk", "Amazon Route 53"],
  ["ns-cloud-a1.googledomains.com", "Google Cloud DNS"],
  ["ns1-07.azure-dns.com", "Azure DNS"],
  ["NS01.DOMAINCONTROL.COM.", "GoDaddy"],
  ["dns1.registrar-servers.com", "Namecheap"],
  ["ns1.digitalocean.com", "DigitalOcean"],
  ["hydrogen.ns.hetzner.com", "Hetzner"],
  ["ns1.example.com", undefined],
  ["cloudflare.com.example.net", undefined],
])("the name server %s belongs to %s", (server, name) => {
  expect(dnsProviderOf([server], "example.com")?.name).toBe(name);
});

test("links lead to the records of the zone", () => {
  expect(dnsProviderOf(["ns1.digitalocean.com"], "example.com")?.url).toBe(
    "https://cloud.digitalocean.com/networking/domains/example.com",
  );
});

const dnsWith = (zones: Record<string, string[]>) => ({
  dns: {
    query: (async (name: string) =>
      zones[name]
        ? { ok: true, records: zones[name] }
        : { ok: false, kind: "no_such_domain", reason: "" }) as never,
  },
});

test("the zone of a subdomain is its own if it has name servers, otherwise that of the organization", async () => {
  const parent = { "example.com": ["ada.ns.cloudflare.com"] };
  expect(await findDnsHost(dnsWith(parent), "news.example.com")).toMatchObject({
    zone: "example.com",
    provider: { name: "Cloudflare" },
  });
  const own = { ...parent, "news.example.com": ["ns1.example.net"] };
  expect(await findDnsHost(dnsWith(own), "news.example.com")).toEqual({
    zone: "news.example.com",
    nameServers: ["ns1.example.net"],
    provider: null,
  });
  expect(await findDnsHost(dnsWith({}), "example.com")).toMatchObject({ nameServers: [], provider: null });
});
