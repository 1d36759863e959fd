/** The session cookie. Its name is given by the product document; its value is 256 random bits as base64url. */
const cookieName = "admin_token";
/**
 * The same over https, under a name that only this very host can set (RFC 6265bis §4.1.3.2). `admin_token` alone can be set by
 * any sibling host, for the whole domain.
 */
const hostCookieName = "__Host-admin_token";
const tokenShape = /^[A-Za-z0-9_-]{43}$/;
export const sessionSeconds = 604_800;
/** A browser sends one or two; whoever sends hundreds gets no query of hundreds. */
const mostTokens = 20;

type CookieOptions = { baseUrl: string };

/** Values of Set-Cookie. */
export function sessionCookies(token: string, options: CookieOptions): string[] {
  return cookies(token, sessionSeconds, options);
}

export function clearedCookies(options: CookieOptions): string[] {
  return cookies("", 0, options);
}

/** No Domain, so that no sibling host gets it; Lax, so that a link from elsewhere still opens the dashboard signed in. */
function cookies(value: string, maxAge: number, { baseUrl }: CookieOptions): string[] {
  const attributes = `HttpOnly; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
  if (!isHttps(baseUrl)) return [`${cookieName}=${value}; ${attributes}`];
  return [cookieName, hostCookieName].map((name) => `${name}=${value}; ${attributes}; Secure`);
}

/**
 * The values that could be tokens of ours, in the order in which they were sent. Where a `__Host-` cookie is among them, it
 * alone counts; over https a browser needs it (decision 52).
 */
export function tokensFromCookies(
  headers: { cookie?: string | undefined; "sec-fetch-site"?: unknown },
  { baseUrl }: CookieOptions,
): string[] {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  if (!isHttps(baseUrl)) return valuesOf(cookieName, pairs);
  const own = valuesOf(hostCookieName, pairs);
  const isBrowser = headers["sec-fetch-site"] !== undefined;
  return own.length > 0 || isBrowser ? own : valuesOf(cookieName, pairs);
}

function valuesOf(name: string, pairs: string[]): string[] {
  const values = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return [...new Set(values.filter((value) => tokenShape.test(value)))].slice(0, mostTokens);
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}
