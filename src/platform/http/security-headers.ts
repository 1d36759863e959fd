/**
 * Security headers for browsers. The application's policy allows its own files and nothing inline. API responses are not
 * pages and are never cached. There are no CORS headers, so scripts of other sites cannot read responses.
 */
const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // Scripts cannot insert HTML, only text. No Trusted Types policy makes an exception.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** If a browser treats an API response as a page, no script runs, and the page cannot be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Two years, the minimum for browsers' preload lists. */
const HSTS_SECONDS = 63_072_000;

export type HeaderSets = { page: Record<string, string>; api: Record<string, string> };

export function securityHeaders({ https }: { https: boolean }): HeaderSets {
  const always = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    ...(https ? { "strict-transport-security": `max-age=${HSTS_SECONDS}` } : {}),
  };
  return {
    page: {
      ...always,
      "content-security-policy": APP_POLICY,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    },
    api: { ...always, "content-security-policy": API_POLICY, "cache-control": "no-store" },
  };
}
