import type { ApiDescription } from "../../../platform/http/index.ts";

/** How the generated API document tells which credential a path takes. */
export const apiSecurity: Pick<ApiDescription, "securitySchemes" | "securityOf"> = {
  securitySchemes: {
    apiKey: {
      type: "http",
      scheme: "bearer",
      description:
        "An API key, created in the dashboard under Settings, API keys: `Authorization: Bearer ph_…`",
    },
    session: {
      type: "apiKey",
      in: "cookie",
      name: "admin_token",
      description: "The session cookie that signing in sets; for the dashboard.",
    },
  },
  securityOf: (path) => {
    if (path === "/api/auth" || path === "/api/instance") return [];
    return [path.startsWith("/api/v1/") ? "apiKey" : "session"];
  },
};
