import { defineErrors, errors } from "../../platform/errors/index.ts";

const domainErrors = defineErrors({
  domain_exists: { status: 409, meaning: "The account has added this domain already." },
  domain_not_found: { status: 404, meaning: "There is no such domain in this account." },
  keys_not_ready: {
    status: 409,
    meaning: "The DKIM keys of the domain cannot be rotated yet; the message says why.",
  },
  too_many_domains: { status: 409, meaning: "The account has as many domains as an account may have." },
});

/** The same for a domain that does not exist and for one of another account. */
export function domainNotFound() {
  return domainErrors.domain_not_found("There is no such domain in this account.");
}

export function domainExists() {
  return domainErrors.domain_exists("The account has added this domain already.", {
    fields: [{ path: "name", message: "is among the domains of this account" }],
  });
}

export function tooManyDomains(most: number) {
  return domainErrors.too_many_domains(`An account may have ${most} domains. Remove one that is not used.`);
}

export function domainsTooFast(most: number) {
  return errors.rate_limited(`An account may add ${most} domains a minute. Try again in a minute.`, {
    headers: { "retry-after": "60" },
  });
}

export function keysNotReady(reason: string) {
  return domainErrors.keys_not_ready(reason);
}

/** A check or another change ended in the same moment. */
export function domainBusy() {
  return errors.conflict("The domain was changed by somebody else just now. Try again.");
}
