/** What the OpenAPI document says of the API as a whole. */
import manifest from "../../package.json" with { type: "json" };
import { apiSecurity } from "../features/keys/index.ts";
import type { ApiDescription } from "../platform/http/index.ts";

const introduction = `Programs use the paths under \`/api/v1\` with an API key: \`Authorization: Bearer ph_…\`. Create one under Settings → API keys.
All other paths are the dashboard's own and need its session cookie.

Fields are \`snake_case\`, times are ISO 8601 in UTC, unknown fields are refused by name. Every answer carries \`X-Request-Id\`.
An error has a stable \`code\`, a \`message\` that says what to do next, and \`fields\` where fields are invalid.
Lists are paged by \`cursor\`: pass \`next_cursor\` of one page to get the next.`;

export const apiDescription: ApiDescription = {
  title: "Posthouse",
  version: manifest.version,
  introduction,
  tags: [
    { name: "Emails", description: "Send, and see what became of it." },
    { name: "Contacts", description: "The account's contact list." },
    { name: "Suppressions", description: "Addresses that get no mail of the account, and why." },
    { name: "Sign-in", description: "People's way in: sign up, sign in, sign out, change the password." },
    { name: "API keys", description: "Credentials of programs; managed with a session." },
    { name: "Sessions", description: "Where a user is signed in." },
    { name: "Account", description: "Settings of the account and the user." },
    { name: "Overview", description: "The figures of the dashboard's first page." },
    { name: "Dashboard", description: "What programs get under `/api/v1`, for the dashboard's session." },
  ],
  ...apiSecurity,
};
