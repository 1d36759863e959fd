/** The session cookie. Its name is given by the product document; its value is 256 random bits as base64url. */
const cookieName = "admin_token";
const tokenShape = /^[A-Za-z0-9_-]{43}$/;
export const sessionSeconds = 604_800;

type CookieOptions = { baseUrl: string };

export function sessionCookie(token: string, { baseUrl }: CookieOptions): string {
  return cookie(token, sessionSeconds, baseUrl);
}

export function clearedCookie({ baseUrl }: CookieOptions): string {
  return cookie("", 0, baseUrl);
}

/** No Domain, so that no sibling host gets it; Lax, so that a link from elsewhere still opens the dashboard signed in. */
function cookie(value: string, maxAge: number, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${cookieName}=${value}; HttpOnly; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

/** The first value that could be one of ours, whatever else the header holds; null if there is none. */
export function tokenFromCookies(header: string | undefined): string | null {
  if (header === undefined) return null;
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (pair.slice(0, equals).trim() !== cookieName) continue;
    const value = pair.slice(equals + 1).trim();
    if (tokenShape.test(value)) return value;
  }
  return null;
}
