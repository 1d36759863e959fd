import type { ApiDescription } from "../../../platform/http/index.ts";

/** Paths for people who are not signed in. */
const OPEN = new Set(["/api/auth", "/api/instance", "/api/invitations/find", "/api/invitations/accept"]);

/** The credential of each path in the generated API document. */
export const apiSecurity: Pick<ApiDescription, "securitySchemes" | "securityOf"> = {
  securitySchemes: {
    apiKey: {
      type: "http",
      scheme: "bearer",
      description: "An API key, created in the dashboard under API keys: `Authorization: Bearer ph_…`",
    },
    session: {
      type: "apiKey",
      in: "cookie",
      name: "admin_token",
      description: "The session cookie of the dashboard, set at sign-in.",
    },
  },
  securityOf: (path) => {
    if (OPEN.has(path)) return [];
    return [path.startsWith("/api/v1/") ? "apiKey" : "session"];
  },
};
