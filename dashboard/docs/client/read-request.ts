type Request = { path: string; init: RequestInit };

/** Reads an example of our pages as a request to this server. The path is relative, so the key reaches no other server. */
export function readRequest(example: string, key: string): Request {
  const path = /https?:\/\/[^\s"'/]+(\/[^\s"']*)/.exec(example)?.[1];
  if (!path) throw new Error("the example has no address");
  return { path, init: example.startsWith("curl ") ? readCurl(example, key) : readProgram(example, key) };
}

function readCurl(command: string, key: string): RequestInit {
  const body = /-d '([^']*)'/.exec(command)?.[1];
  const method = /-X (\w+)/.exec(command)?.[1] ?? (body === undefined ? "GET" : "POST");
  const headers: Record<string, string> = {};
  for (const [, name = "", value = ""] of command.matchAll(/-H "([^":]+): ([^"]*)"/g))
    headers[name] = value.replace("$POSTHOUSE_API_KEY", key);
  return { method, headers, ...(body === undefined ? {} : { body }) };
}

/** The email of a program in any language: `"to": "…"`, `to: "…"`, `to = "…"`, `'to' => '…'`, also in a quoted string. */
function readProgram(program: string, key: string): RequestInit {
  const read = (field: string): [string, string] => {
    const value = new RegExp(`\\b${field}\\b[\\\\"']*\\s*(?::|=>|=)\\s*[\\\\"']+([^\\\\"']+)`).exec(
      program,
    )?.[1];
    if (!value) throw new Error(`the example has no ${field}`);
    return [field, value];
  };
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const body = JSON.stringify(Object.fromEntries(["to", "subject", "html"].map(read)));
  return { method: "POST", headers, body };
}
