/**
 * What browsers are told. The application's own policy allows its own files and nothing inline; answers of the API are no
 * pages and are never kept. There are no CORS headers anywhere: other sites' scripts may not read us.
 */
const appPolicy = [
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
  // Text becomes part of a page as text or not at all: nothing may write HTML, and no policy of its own makes an exception.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Should a browser ever take an answer of the API for a page, it finds nothing to run and nothing to frame. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Two years, the least that browsers' preload lists take. */
const hstsSeconds = 63_072_000;

export type HeaderSets = { page: Record<string, string>; api: Record<string, string> };

export function securityHeaders({ https }: { https: boolean }): HeaderSets {
  const always = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    ...(https ? { "strict-transport-security": `max-age=${hstsSeconds}` } : {}),
  };
  return {
    page: {
      ...always,
      "content-security-policy": appPolicy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    },
    api: { ...always, "content-security-policy": apiPolicy, "cache-control": "no-store" },
  };
}
