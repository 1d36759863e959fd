export function isApiPath(path: string): boolean {
  return path === "/api" || path.startsWith("/api/") || path.startsWith("/api?");
}

/** Without the query string. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
