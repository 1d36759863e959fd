import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { writeLinkToken } from "./link-token.ts";
import { writeMailToken } from "./mail-token.ts";
import type { Subscription } from "./subscription.ts";

export type UnsubscribeLinks = { url: string; mailto: string | null };

/** Null: its account is gone. */
type LinkedSubscription = Subscription & { accountNumber: number | null; fromDomain: string };

type LinksDeps = {
  secrets: Pick<InstanceSecrets, "sealSame" | "open" | "sign" | "isSigned">;
  /** How the outside reaches us. */
  baseUrl: string;
  /** Where mail to us arrives in a sender's name; null: nowhere. */
  inboundDomainFor: (accountId: string, fromDomain: string) => Promise<string | null>;
};

/** By which one recipient of one email ends the bulk mail that it gets; the same each time. */
export function createUnsubscribeLinks({ secrets, baseUrl, inboundDomainFor }: LinksDeps) {
  return async function linksFor({
    accountNumber,
    fromDomain,
    ...subscription
  }: LinkedSubscription): Promise<UnsubscribeLinks> {
    const inboundDomain = await inboundDomainFor(subscription.accountId, fromDomain);
    return {
      url: `${baseUrl}/u/${writeLinkToken(secrets, subscription)}`,
      mailto:
        inboundDomain === null || accountNumber === null
          ? null
          : `mailto:u${writeMailToken(secrets, { ...subscription, accountNumber })}@${inboundDomain}?subject=unsubscribe`,
    };
  };
}

/**
 * RFC 8058 §3.1: an https address, and the field that says that a POST to it is enough; without https a mailbox provider would not
 * use it. RFC 2369 §3.2: the one that the sender prefers comes first.
 */
export function unsubscribeHeaders({ url, mailto }: UnsubscribeLinks): [name: string, value: string][] {
  const isOneClick = url.startsWith("https:");
  const addresses = [...(isOneClick ? [url] : []), ...(mailto === null ? [] : [mailto])];
  if (addresses.length === 0) return [];
  return [
    ["List-Unsubscribe", addresses.map((address) => `<${address}>`).join(", ")],
    ...(isOneClick ? [["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"] as [string, string]] : []),
  ];
}

const placeholder = /\{\{\s?unsubscribe_url\s?\}\}/g;

/** The link in place of `{{unsubscribe_url}}`; nothing else in braces is touched. */
export function fillUnsubscribeUrl<T extends { html: string | null; text: string | null }>(
  bodies: T,
  url: string,
): T {
  // The token and the base URL hold nothing that HTML would read otherwise, but for an &.
  const inHtml = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return {
    ...bodies,
    html: bodies.html?.replace(placeholder, () => inHtml) ?? null,
    text: bodies.text?.replace(placeholder, () => url) ?? null,
  };
}
