/** True for paths of APIs, whose responses are never pages. /compat contains the compatible APIs. */
export function isApiPath(path: string): boolean {
  return /^\/(api|compat)([/?]|$)/.test(path);
}

/** The path without its query string. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
