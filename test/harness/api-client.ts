import { randomUUID } from "node:crypto";

export type Account = { email: string; password: string; cookie: string; key: string };
type EventView = {
  type: string;
  attempt: number;
  created_at: string;
  detail: { reason?: string; phase?: string; code?: number; line?: string; next_attempt_at?: string };
};
export type RecipientView = {
  address: string;
  state: string;
  attempts: number;
  next_attempt_at: string | null;
  events: EventView[];
};
export type EmailView = { id: string; status: string; recipients: RecipientView[] };

type Call = { method?: string; body?: unknown; cookie?: string; key?: string };
type Answer<T> = { status: number; headers: Headers; body: T };

/** One request to the API of the program under test, with a cookie or a key. */
export async function callApi<T>(baseUrl: string, path: string, call: Call = {}): Promise<Answer<T>> {
  const headers = new Headers({ origin: baseUrl });
  if (call.cookie) headers.set("cookie", call.cookie);
  if (call.key) headers.set("authorization", `Bearer ${call.key}`);
  const init: RequestInit = { method: call.method ?? (call.body ? "POST" : "GET"), headers };
  if (call.body !== undefined) {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(call.body);
  }
  const response = await fetch(`${baseUrl}${path}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as T };
}

/** An email with its recipients' states, as the API returns it. */
export async function loadEmail(baseUrl: string, key: string, id: string): Promise<EmailView> {
  const { status, body } = await callApi<EmailView>(baseUrl, `/api/v1/emails/${id}`, { key });
  if (status !== 200) throw new Error(`no email ${id}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Sends one email and returns its id. */
export async function sendEmail(
  baseUrl: string,
  key: string,
  body: Record<string, unknown>,
): Promise<string> {
  const answer = await callApi<{ id: string }>(baseUrl, "/api/v1/send", { key, body });
  if (answer.status !== 200) throw new Error(`not sent: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

/** An account with an API key: a new account if sign-up is open, otherwise that of the default admin, with a changed password. */
export async function signUpAndCreateKey({ baseUrl }: { baseUrl: string }): Promise<Account> {
  const email = `someone-${randomUUID()}@example.com`;
  const password = "a password for tests";
  const signup = await callApi(baseUrl, "/api/auth", { body: { action: "signup", email, password } });
  const account =
    signup.status === 200
      ? { email, password, cookie: cookieOf(signup.headers) }
      : await signInAsAdmin(baseUrl, password);
  const created = await callApi<{ key: string }>(baseUrl, "/api/keys", {
    body: { name: "test" },
    cookie: account.cookie,
  });
  if (created.status !== 200) throw new Error(`no key: ${JSON.stringify(created.body)}`);
  return { ...account, key: created.body.key };
}

async function signInAsAdmin(baseUrl: string, newPassword: string) {
  const email = "admin@example.com";
  const login = await callApi(baseUrl, "/api/auth", {
    body: { action: "login", email, password: "posthouse" },
  });
  if (login.status !== 200) throw new Error(`no sign-in: ${JSON.stringify(login.body)}`);
  const cookie = cookieOf(login.headers);
  const changed = await callApi(baseUrl, "/api/auth", {
    body: { action: "change_password", current_password: "posthouse", new_password: newPassword },
    cookie,
  });
  if (changed.status !== 200) throw new Error(`password not changed: ${JSON.stringify(changed.body)}`);
  return { email, password: newPassword, cookie: cookieOf(changed.headers) || cookie };
}

function cookieOf(headers: Headers): string {
  const cookie = headers.getSetCookie().find((value) => value.startsWith("admin_token="));
  return cookie?.split(";")[0] ?? "";
}
