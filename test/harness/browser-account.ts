import type { BrowserContext, Page } from "playwright-core";
import { signUpAndCreateKey } from "./api-client.ts";

type Credentials = { email: string; password: string };

/** Signs in with the form, from any page. Ends on the page that the form leads to. */
export async function signIn(page: Page, baseUrl: string, { email, password }: Credentials): Promise<void> {
  await page.goto(`${baseUrl}/signin`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/signin");
}

/** The session cookie of a context as a `cookie` header; empty if there is none. */
export async function sessionCookie(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === "admin_token");
  return cookie ? `admin_token=${cookie.value}` : "";
}

export type Member = Credentials & { cookie: string; key: string };

/** An account with a key, signed in in this context. */
export async function joinAs(program: { baseUrl: string }, context: BrowserContext): Promise<Member> {
  const member = await signUpAndCreateKey(program);
  await adoptSession(context, program.baseUrl, member.cookie);
  return member;
}

/** Sets the session of a `cookie` header in a context. */
export async function adoptSession(context: BrowserContext, baseUrl: string, cookie: string): Promise<void> {
  const value = cookie.slice(cookie.indexOf("=") + 1);
  await context.addCookies([{ name: "admin_token", value, url: baseUrl, httpOnly: true, sameSite: "Lax" }]);
}
