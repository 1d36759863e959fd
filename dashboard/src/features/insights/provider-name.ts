/** Well-known names, by the domain of the provider's mail servers. */
const NAMES = new Map([
  ["google.com", "Gmail"],
  ["googlemail.com", "Gmail"],
  ["outlook.com", "Outlook"],
  ["yahoodns.net", "Yahoo and AOL"],
  ["icloud.com", "iCloud"],
  ["gmx.net", "GMX"],
  ["gmx.com", "GMX and mail.com"],
  ["web.de", "WEB.DE"],
  ["protonmail.ch", "Proton"],
  ["messagingengine.com", "Fastmail"],
  ["orange.fr", "Orange"],
  ["comcast.net", "Comcast"],
  ["mail.ru", "Mail.ru"],
  ["yandex.net", "Yandex"],
  ["qq.com", "QQ Mail"],
  ["netease.com", "NetEase"],
  ["naver.com", "Naver"],
  ["libero.it", "Libero"],
  ["t-online.de", "T-Online"],
  ["pphosted.com", "Proofpoint"],
  ["mimecast.com", "Mimecast"],
  ["zoho.com", "Zoho"],
  ["(other)", "Other providers"],
]);

export function providerName(provider: string): string {
  return NAMES.get(provider) ?? provider;
}
