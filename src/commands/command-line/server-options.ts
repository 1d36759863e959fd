/** Options of commands that call a server, and the exit code when it does not reply. */
export const SERVER_OPTIONS = {
  key: { value: "<key>", help: "API key; default: POSTHOUSE_API_KEY" },
  url: { value: "<url>", help: "server; default: POSTHOUSE_URL, otherwise the server on this machine" },
} as const;

export const SERVER_EXIT_CODES = {
  75: "the server is unavailable, or limits requests: the same command may succeed later",
} as const;

export const JSON_OPTION = { json: { help: "print JSON, with times in UTC" } } as const;
export const JSON_LINES_OPTION = {
  json: { help: "print one JSON object per line, with times in UTC" },
} as const;
