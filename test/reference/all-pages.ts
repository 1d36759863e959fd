type Places = {
  domain: string;
  contact: string;
  bounced: string;
  delivered: string;
  captured: string;
  email: string;
  webhook: string;
  /** An email that was opened and clicked. */
  engaged: string;
};

/** The pages of an account, and those that need no account, by the name of their picture. */
export function allPages(places: Places): Record<string, string> {
  const { domain, contact, bounced, delivered, captured, email, webhook, engaged } = places;
  return {
    overview: "/",
    emails: "/emails",
    "emails-none": "/emails?search=nothing+like+this",
    compose: "/emails/new",
    "email-bounced": `/emails/${bounced}`,
    "email-delivered": `/emails/${delivered}`,
    "email-engaged": `/emails/${engaged}?machines=on`,
    "email-scheduled": `/emails/${email}`,
    "email-source": `/emails/${delivered}?view=source`,
    "email-html-check": `/emails/${email}?view=html-check`,
    "email-details": `/emails/${email}?view=details`,
    inbox: "/inbox",
    "inbox-message": `/inbox?id=${captured}`,
    contacts: "/contacts",
    contact: `/contacts/${contact}`,
    domains: "/domains",
    domain: `/domains/${domain}`,
    suppressions: "/suppressions",
    reports: "/reports",
    "reports-none": "/reports?search=nothing+like+this",
    keys: "/keys",
    "api-logs": "/requests",
    insights: "/insights",
    webhooks: "/webhooks",
    webhook: `/webhooks/${webhook}`,
    smtp: "/smtp",
    queue: "/queue",
    routing: "/routing",
    health: "/health",
    "go-live": "/go-live",
    account: "/settings/account",
    members: "/settings/members",
    sessions: "/settings/sessions",
    delivery: "/settings/delivery",
    tracking: "/settings/tracking",
    audit: "/settings/audit",
    "not-found": "/nothing-here",
    docs: "/docs",
    "docs-quickstart": "/docs/guides/quickstart",
    "docs-api": "/docs/api/emails",
    "docs-error": "/docs/errors/validation_failed",
  };
}

export const EMPTY_PAGES: Record<string, string> = {
  "empty-overview": "/",
  "empty-emails": "/emails",
  "empty-inbox": "/inbox",
  "empty-contacts": "/contacts",
  "empty-domains": "/domains",
  "empty-suppressions": "/suppressions",
  "empty-reports": "/reports",
  "empty-api-logs": "/requests",
  "empty-insights": "/insights",
  "empty-webhooks": "/webhooks",
  "empty-queue": "/queue",
  "empty-routing": "/routing",
};

export const ENTRY_PAGES: Record<string, string> = { "sign-in": "/signin", "sign-up": "/signup" };
