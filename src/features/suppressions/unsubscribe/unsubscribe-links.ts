import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { writeLinkToken } from "./link-token.ts";
import { writeMailToken } from "./mail-token.ts";
import type { Subscription } from "./subscription.ts";

export type UnsubscribeLinks = { url: string; mailto: string | null };

/** `accountNumber` is null when the account is deleted. */
type LinkedSubscription = Subscription & { accountNumber: number | null; fromDomain: string };

type LinksDeps = {
  secrets: Pick<InstanceSecrets, "sealSame" | "open" | "sign" | "isSigned">;
  /** The public URL of this instance. */
  baseUrl: string;
  /** Returns the domain on which this instance receives mail for the sender, or null if there is none. */
  inboundDomainFor: (accountId: string, fromDomain: string) => Promise<string | null>;
};

/** The links with which one recipient of an email unsubscribes from bulk mail. They are the same each time. */
export async function unsubscribeLinks(
  { secrets, baseUrl, inboundDomainFor }: LinksDeps,
  { accountNumber, fromDomain, ...subscription }: LinkedSubscription,
): Promise<UnsubscribeLinks> {
  const inboundDomain = await inboundDomainFor(subscription.accountId, fromDomain);
  return {
    url: `${baseUrl}/u/${writeLinkToken(secrets, subscription)}`,
    mailto:
      inboundDomain === null || accountNumber === null
        ? null
        : `mailto:u${writeMailToken(secrets, { ...subscription, accountNumber })}@${inboundDomain}?subject=unsubscribe`,
  };
}

/**
 * RFC 8058 §3.1: an https URL, and the field that says that a POST to it is enough. Mailbox providers do not use a URL without https.
 * RFC 2369 §3.2: the URL that the sender prefers comes first.
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

const PLACEHOLDER = /\{\{\s?unsubscribe_url\s?\}\}/g;

/** Replaces `{{unsubscribe_url}}` with the link. Other placeholders are not changed. */
export function fillUnsubscribeUrl<T extends { html: string | null; text: string | null }>(
  bodies: T,
  url: string,
): T {
  // Only an & can occur in the URL; the other characters are escaped for safety.
  const inHtml = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return {
    ...bodies,
    html: bodies.html?.replace(PLACEHOLDER, () => inHtml) ?? null,
    text: bodies.text?.replace(PLACEHOLDER, () => url) ?? null,
  };
}
