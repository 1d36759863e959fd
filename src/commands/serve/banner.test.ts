import { expect, test } from "vitest";
import { loadConfig } from "../../config.ts";
import { banner } from "./banner.ts";

function bannerFor(env: Record<string, string>, defaultPasswordStands = true): string {
  const config = loadConfig(env);
  const mode = config.deliveryOverride?.mode ?? "capture";
  return banner({ version: "1.2.3", config, url: config.baseUrl, mode, defaultPasswordStands });
}

test("says how to open the dashboard, how to sign in and how mail is sent", () => {
  expect(bannerFor({ PORT: "8080" })).toBe(`
Posthouse 1.2.3 is ready.

  Open     http://localhost:8080
  Sign in  as admin@example.com, password posthouse; you choose a new one first
  Mail     stays in the dashboard's inbox; to deliver it, choose Go live in the dashboard

`);
});

test("names the SMTP port if there is one", () => {
  const config = loadConfig({});
  const said = {
    version: "1",
    config,
    url: "http://x",
    mode: "capture" as const,
    defaultPasswordStands: false,
  };
  expect(banner({ ...said, smtp: "2587 (STARTTLS)" })).toContain(
    "SMTP     port 2587 (STARTTLS); user posthouse",
  );
  expect(banner(said)).not.toContain("SMTP ");
});

test("never prints a chosen password or the relay's password", () => {
  const text = bannerFor({
    DEFAULT_ADMIN_PASSWORD: "chosen-secret",
    SMTP_RELAY_URL: "smtp://me:relay-secret@smtp.example.com:587",
  });
  expect(text).toContain("password as in DEFAULT_ADMIN_PASSWORD");
  expect(text).toContain("goes out through smtp.example.com:587");
  expect(text).not.toContain("secret");
});

test("leaves out the default password once it is changed, and in the hosted edition", () => {
  expect(bannerFor({}, false)).not.toContain("Sign in");
  expect(bannerFor({ PAYMENT_SECRET_KEY: "sk" })).toContain("or sign up at http://localhost:3000/signup");
});
