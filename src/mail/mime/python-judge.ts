import { spawn } from "node:child_process";

/** What Python's email package makes of a message: a reader that shares no code with us. */
export type PythonReading = {
  headers: [name: string, value: string][];
  addresses: Record<string, [name: string, address: string][]>;
  plain: string | null;
  html: string | null;
  defects: string[];
};

const READER = `
import base64, email, email.policy, json, sys
out = []
for raw in json.load(sys.stdin):
    m = email.message_from_bytes(base64.b64decode(raw), policy=email.policy.default)
    def body(kind):
        part = m.get_body((kind,))
        return part.get_content() if part else None
    defects = [repr(d) for p in m.walk() for d in p.defects]
    addresses = {h: [[a.display_name, a.addr_spec] for a in m[h].addresses] for h in ("from", "to", "cc", "reply-to") if m[h]}
    for value in m.values():
        defects += [repr(d) for d in getattr(value, "defects", [])]
    out.append({"headers": [[k, str(v)] for k, v in m.items()], "addresses": addresses,
                "plain": body("plain"), "html": body("html"), "defects": defects})
json.dump(out, sys.stdout)
`;

/** Reads all messages in one run of `python3`. */
export async function readWithPython(messages: Buffer[]): Promise<PythonReading[]> {
  const python = spawn("python3", ["-c", READER], { stdio: ["pipe", "pipe", "inherit"] });
  python.stdin.end(JSON.stringify(messages.map((message) => message.toString("base64"))));
  const chunks: Buffer[] = [];
  for await (const chunk of python.stdout) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as PythonReading[];
}
