import { expect, test } from "vitest";
import { redactUrl } from "./redact-url.ts";

const key = `ph_x4Kq81Zd_${"a1B2".repeat(9)}xy`;

test.each([
  ["/api/v1/send", "/api/v1/send"],
  ["/api/v1/send?dry_run=true", "/api/v1/send?dry_run=true"],
  ["/api/v1/contacts?limit=5&search=ada&cursor=abc", "/api/v1/contacts?limit=5&search=…&cursor=…"],
  ["/api/v1/contacts/ada@example.com", "/api/v1/contacts/ada@example.com"],
  ["/api/v1/emails?status=<script>", "/api/v1/emails?status=…"],
  [
    "/api/v1/emails?after=2026-11-21T08:00:00.000Z&status=bounced",
    "/api/v1/emails?after=2026-11-21T08:00:00.000Z&status=bounced",
  ],
  ["/api/v1/emails?status=hunter2", "/api/v1/emails?status=…"],
  ["/api/v1/emails?status=a=b", "/api/v1/emails?status=a"],
  ["/api/v1/emails?token", "/api/v1/emails?token"],
  ["/api/v1/emails?", "/api/v1/emails?"],
  [`/api/v1/emails?api_key=${key}`, "/api/v1/emails?api_key=…"],
  [`/api/v1/emails?${key}`, "/api/v1/emails?ph_x4Kq81Zd_…"],
  [`/api/v1/emails/${key}`, "/api/v1/emails/ph_x4Kq81Zd_…"],
  [`/api/v1/emails?${key}=1`, "/api/v1/emails?ph_x4Kq81Zd_…=…"],
])("%s is stored as %s", (url, kept) => {
  expect(redactUrl(url)).toBe(kept);
});

test("a long URL is truncated", () => {
  expect(redactUrl(`/api/v1/${"x".repeat(9_000)}`)).toHaveLength(500);
  expect(redactUrl(`/api/v1/x?${"a=b&".repeat(9_000)}`).length).toBeLessThanOrEqual(500);
});
