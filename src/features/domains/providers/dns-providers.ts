/** A company whose name servers hold a zone. */
export type DnsProvider = {
  name: string;
  /** The page on which records are edited. `{zone}` is replaced by the name of the zone. */
  url: string;
};

/** Suffixes of name servers' host names, from the providers' own documentation. */
const PROVIDERS: readonly [suffix: RegExp, provider: DnsProvider][] = [
  [
    /\.ns\.cloudflare\.com$/,
    { name: "Cloudflare", url: "https://dash.cloudflare.com/?to=/:account/{zone}/dns" },
  ],
  [
    /\.awsdns-\d+\.(com|net|org|co\.uk)$/,
    { name: "Amazon Route 53", url: "https://console.aws.amazon.com/route53/v2/hostedzones" },
  ],
  [
    /\.googledomains\.com$/,
    { name: "Google Cloud DNS", url: "https://console.cloud.google.com/net-services/dns/zones" },
  ],
  [
    /\.azure-dns\.(com|net|org|info)$/,
    { name: "Azure DNS", url: "https://portal.azure.com/#browse/Microsoft.Network%2FdnsZones" },
  ],
  [/\.domaincontrol\.com$/, { name: "GoDaddy", url: "https://dcc.godaddy.com/manage/{zone}/dns" }],
  [
    /\.registrar-servers\.com$/,
    { name: "Namecheap", url: "https://ap.www.namecheap.com/Domains/DomainControlPanel/{zone}/advancedns" },
  ],
  [
    /\.digitalocean\.com$/,
    { name: "DigitalOcean", url: "https://cloud.digitalocean.com/networking/domains/{zone}" },
  ],
  [/\.(gandi\.net)$/, { name: "Gandi", url: "https://admin.gandi.net/domain/{zone}/records" }],
  [
    /\.(your-server\.de|first-ns\.de|second-ns\.(de|com)|ns\.hetzner\.(com|de))$|^(helium|hydrogen|oxygen)\.ns\.hetzner\.(com|de)$/,
    { name: "Hetzner", url: "https://dns.hetzner.com/" },
  ],
  [/\.ui-dns\.(com|de|org|biz)$/, { name: "IONOS", url: "https://my.ionos.com/domain-dns-settings/{zone}" }],
  [
    /\.(ovh\.net|ovh\.ca|anycast\.me)$/,
    { name: "OVHcloud", url: "https://www.ovh.com/manager/#/web/domain/{zone}/zone" },
  ],
  [/\.porkbun\.com$/, { name: "Porkbun", url: "https://porkbun.com/account/domainsSpeedy" }],
  [/\.dnsimple\.com$/, { name: "DNSimple", url: "https://dnsimple.com/domains/{zone}/records" }],
  [/\.vercel-dns\.com$/, { name: "Vercel", url: "https://vercel.com/dashboard/domains/{zone}" }],
  [/\.(nsone\.net)$/, { name: "NS1 or Netlify", url: "https://app.netlify.com/" }],
  [/\.linode\.com$/, { name: "Linode", url: "https://cloud.linode.com/domains" }],
  [/\.inwx\.(de|com|eu)$/, { name: "INWX", url: "https://www.inwx.com/en/nameserver2" }],
  [/\.strato\.de$|\.rzone\.de$/, { name: "STRATO", url: "https://www.strato.de/apps/CustomerService" }],
  [/\.infomaniak\.(ch|com)$/, { name: "Infomaniak", url: "https://manager.infomaniak.com/" }],
];

/** The provider of a zone, by its name servers. Null: they are not in the table. */
export function dnsProviderOf(nameServers: readonly string[], zone: string): DnsProvider | null {
  for (const server of nameServers) {
    const found = PROVIDERS.find(([suffix]) => suffix.test(server.toLowerCase().replace(/\.$/, "")));
    if (found) return { name: found[1].name, url: found[1].url.replace("{zone}", encodeURIComponent(zone)) };
  }
  return null;
}
