import { defineErrors, errors } from "../../platform/errors/index.ts";

const domainErrors = defineErrors({
  domain_exists: {
    status: 409,
    meaning: "The domain already exists in this account.",
    causes: ["The domain was added before."],
    fix: "Open the domain on the Domains page, or get it with `GET /api/v1/domains/{domain}`.",
  },
  domain_not_found: {
    status: 404,
    meaning: "The domain does not exist in this account.",
    causes: ["The domain was never added, was removed, or belongs to another account."],
    fix: "Add it with `POST /api/v1/domains`, or list the account's domains.",
  },
  keys_not_ready: {
    status: 409,
    meaning: "The DKIM keys of the domain cannot be rotated yet; the message says why.",
    causes: [
      "The DNS does not have the records of the standby keys yet.",
      "A rotation has begun and is not finished.",
    ],
    fix: "Publish the records that the message names, check the domain, then rotate again.",
  },
  too_many_domains: {
    status: 409,
    meaning: "The account has reached its limit of domains.",
    causes: ["The account has as many domains as one account can have."],
    fix: "Remove a domain that you no longer use.",
  },
});

/** The same error for another account's domain, so that it does not reveal that the domain exists. */
export function domainNotFound() {
  return domainErrors.domain_not_found("The domain does not exist in this account.");
}

export function domainExists() {
  return domainErrors.domain_exists("The domain already exists in this account.", {
    fields: [{ path: "name", message: "already exists in this account" }],
  });
}

export function tooManyDomains(limit: number) {
  return domainErrors.too_many_domains(
    `An account can have at most ${limit} domains. Remove one that you no longer use.`,
  );
}

export function domainsTooFast(limit: number) {
  return errors.rate_limited(
    `An account can add at most ${limit} domains per minute. Try again in a minute.`,
    {
      headers: { "retry-after": "60" },
    },
  );
}

export function keysNotReady(reason: string) {
  return domainErrors.keys_not_ready(reason);
}

/** A check or another change finished at the same moment. */
export function domainBusy() {
  return errors.conflict("Another request or check changed the domain at the same time. Try again.");
}
