/** Reads a curl command of our pages as a request to this server. The path is relative, so the key reaches no other server. */
export function readCurl(command: string, key: string): { path: string; init: RequestInit } {
  const address = /https?:\/\/[^\s"'/]+(\/[^\s"']*)/.exec(command)?.[1];
  if (!address) throw new Error("the command has no address");
  const body = /-d '([^']*)'/.exec(command)?.[1];
  const method = /-X (\w+)/.exec(command)?.[1] ?? (body === undefined ? "GET" : "POST");
  const headers: Record<string, string> = {};
  for (const [, name = "", value = ""] of command.matchAll(/-H "([^":]+): ([^"]*)"/g))
    headers[name] = value.replace("$POSTHOUSE_API_KEY", key);
  return { path: address, init: { method, headers, ...(body === undefined ? {} : { body }) } };
}
