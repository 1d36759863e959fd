/** The extensions that a server's EHLO reply offers (RFC 5321 §4.1.1.1). */
export type Capabilities = {
  pipelining: boolean; // RFC 2920
  starttls: boolean; // RFC 3207
  eightBitMime: boolean; // RFC 6152
  smtpUtf8: boolean; // RFC 6531
  /** The largest message that the server accepts, or 0 if unknown (RFC 1870). */
  sizeLimit: number;
  /** Whether MAIL may carry SIZE=. */
  size: boolean;
  auth: Set<string>; // RFC 4954
};

/** The capabilities after HELO, or before any greeting. */
export const NO_CAPABILITIES: Capabilities = {
  pipelining: false,
  starttls: false,
  eightBitMime: false,
  smtpUtf8: false,
  sizeLimit: 0,
  size: false,
  auth: new Set(),
};

/** Reads the lines of an EHLO reply. The first is the server's greeting. */
export function readCapabilities(texts: string[]): Capabilities {
  const offers = new Map<string, string[]>();
  for (const text of texts.slice(1)) {
    // "AUTH=PLAIN" is an old spelling that some servers send as well as the standard one.
    const [keyword = "", ...parameters] = text.trim().toUpperCase().split(/[ =]+/);
    offers.set(keyword, [...(offers.get(keyword) ?? []), ...parameters]);
  }
  const size = Number(offers.get("SIZE")?.[0] ?? 0);
  return {
    pipelining: offers.has("PIPELINING"),
    starttls: offers.has("STARTTLS"),
    eightBitMime: offers.has("8BITMIME"),
    smtpUtf8: offers.has("SMTPUTF8"),
    sizeLimit: Number.isSafeInteger(size) && size > 0 ? size : 0,
    size: offers.has("SIZE"),
    auth: new Set(offers.get("AUTH") ?? []),
  };
}
