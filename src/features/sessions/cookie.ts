/** The session cookie. Its value is 256 random bits as base64url. */
const COOKIE_NAME = "admin_token";
/**
 * The same cookie over https, under a name that only this host can set (RFC 6265bis §4.1.3.2). Any sibling host can set
 * `admin_token` for the whole domain.
 */
const HOST_COOKIE_NAME = "__Host-admin_token";
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;
export const SESSION_SECONDS = 604_800;
/** A browser sends one or two. The limit keeps a client with hundreds from causing a query of hundreds. */
const MAX_TOKENS = 20;

type CookieOptions = { baseUrl: string };

/** Values of the Set-Cookie header. */
export function sessionCookies(token: string, options: CookieOptions): string[] {
  return cookies(token, SESSION_SECONDS, options);
}

export function clearedCookies(options: CookieOptions): string[] {
  return cookies("", 0, options);
}

/** No Domain, so that no sibling host gets it; Lax, so that a link from elsewhere still opens the dashboard signed in. */
function cookies(value: string, maxAge: number, { baseUrl }: CookieOptions): string[] {
  const attributes = `HttpOnly; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
  if (!isHttps(baseUrl)) return [`${COOKIE_NAME}=${value}; ${attributes}`];
  return [COOKIE_NAME, HOST_COOKIE_NAME].map((name) => `${name}=${value}; ${attributes}; Secure`);
}

/**
 * The values that could be session tokens, in the order in which they were sent. If there is a `__Host-` cookie, only it counts;
 * over https a browser must send it (decision 52).
 */
export function tokensFromCookies(
  headers: { cookie?: string | undefined; "sec-fetch-site"?: unknown },
  { baseUrl }: CookieOptions,
): string[] {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  if (!isHttps(baseUrl)) return valuesOf(COOKIE_NAME, pairs);
  const own = valuesOf(HOST_COOKIE_NAME, pairs);
  const isBrowser = headers["sec-fetch-site"] !== undefined;
  return own.length > 0 || isBrowser ? own : valuesOf(COOKIE_NAME, pairs);
}

function valuesOf(name: string, pairs: string[]): string[] {
  const values = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return [...new Set(values.filter((value) => TOKEN_SHAPE.test(value)))].slice(0, MAX_TOKENS);
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}
