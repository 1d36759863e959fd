/**
 * Domains of mailboxes that anyone can have, by provider. A provider is named by the domain of its mail servers, as in `provider_domains`.
 * This list serves mail that leaves through a relay, for which no mail server is looked up.
 */
const DOMAINS_OF: Readonly<Record<string, readonly string[]>> = {
  "google.com": ["gmail.com", "googlemail.com"],
  "outlook.com": [
    ...[
      "outlook.com",
      "hotmail.com",
      "live.com",
      "msn.com",
      "hotmail.co.uk",
      "hotmail.fr",
      "hotmail.de",
      "hotmail.it",
    ],
    ...["live.co.uk", "live.fr", "live.nl", "outlook.de", "outlook.fr"],
  ],
  "yahoodns.net": [
    ...[
      "yahoo.com",
      "ymail.com",
      "rocketmail.com",
      "aol.com",
      "yahoo.co.uk",
      "yahoo.fr",
      "yahoo.de",
      "yahoo.it",
    ],
    ...["yahoo.es", "yahoo.co.in", "yahoo.ca", "yahoo.com.br", "aol.co.uk"],
  ],
  "icloud.com": ["icloud.com", "me.com", "mac.com"],
  "gmx.net": ["gmx.de", "gmx.net", "gmx.at", "gmx.ch"],
  "gmx.com": ["gmx.com", "mail.com"],
  "web.de": ["web.de"],
  "protonmail.ch": ["proton.me", "protonmail.com", "pm.me"],
  "messagingengine.com": ["fastmail.com", "fastmail.fm"],
  "orange.fr": ["orange.fr", "wanadoo.fr"],
  "comcast.net": ["comcast.net"],
  "mail.ru": ["mail.ru", "bk.ru", "inbox.ru", "list.ru"],
  "yandex.net": ["yandex.ru", "yandex.com", "ya.ru"],
  "qq.com": ["qq.com", "foxmail.com"],
  "netease.com": ["163.com", "126.com", "yeah.net"],
  "naver.com": ["naver.com"],
  "libero.it": ["libero.it"],
  "t-online.de": ["t-online.de"],
};

const PROVIDER_OF = new Map(
  Object.entries(DOMAINS_OF).flatMap(([provider, domains]) =>
    domains.map((domain) => [domain, provider] as const),
  ),
);
/** The providers of these domains, by domain. */
export const PROVIDER_DOMAINS: Readonly<Record<string, string>> = Object.fromEntries(PROVIDER_OF);
const KNOWN = new Set(Object.keys(DOMAINS_OF));

/** Returns the provider of a recipient's domain. `found`: the provider by its mail servers, if known. Otherwise the domain itself is the provider. */
export function providerOfRecipient(domain: string, found: string | null): string {
  return PROVIDER_OF.get(domain) ?? found ?? domain;
}

/** Whether the provider is in this list. Such providers do not count towards an account's limit. */
export function isWellKnown(provider: string): boolean {
  return KNOWN.has(provider);
}
