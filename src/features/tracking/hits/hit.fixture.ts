import type { Hit } from "./hit.ts";

type Recipient = Pick<Hit, "accountNumber" | "emailId">;

/** A click of a person in a browser. */
export function clickOf({ accountNumber, emailId }: Recipient, more: Partial<Hit> = {}): Hit {
  return {
    ...{ kind: "click", accountNumber, emailId, position: 0, link: 0 },
    at: Date.now(),
    url: "https://shop.example/",
    address: "198.51.100.77",
    method: "GET",
    agent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    hasLanguage: true,
    fetchMode: "navigate",
    isPrefetch: false,
    isPlainHttp: false,
    ...more,
  };
}
