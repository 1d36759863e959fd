import { type MailReading, readWith } from "./mail-reading.ts";

/** Python also reports defects, and the types and headers of all parts, outermost first. */
export type PythonReading = MailReading & { defects: string[]; types: string[]; partHeaders: string[] };

const READER = `
import base64, email, email.policy, json, sys
def file(part):
    params = part["content-disposition"].params
    cid = part["content-id"]
    return {"filename": params.get("filename"), "contentType": part.get_content_type(),
            "disposition": part.get_content_disposition(), "contentId": cid.strip().strip("<>") if cid else None,
            "base64": base64.b64encode(part.get_payload(decode=True)).decode()}
out = []
for raw in json.load(sys.stdin):
    m = email.message_from_bytes(base64.b64decode(raw), policy=email.policy.default)
    def body(kind):
        part = m.get_body((kind,))
        return part.get_content() if part else None
    defects = []
    for part in m.walk():
        defects += [repr(d) for d in part.defects]
        for name, value in part.items():
            defects += [name + " " + repr(d) for d in getattr(value, "defects", [])]
    addresses = {h: [[a.display_name, a.addr_spec] for a in m[h].addresses] for h in ("from", "to", "cc", "reply-to") if m[h]}
    files = [file(part) for part in m.walk() if part["content-disposition"]]
    out.append({"headers": [[k, str(v)] for k, v in m.items()], "addresses": addresses, "files": files,
                "plain": body("plain"), "html": body("html"), "defects": defects,
                "types": [part.get_content_type() for part in m.walk()],
                "partHeaders": [name for part in m.walk() if part is not m for name in part.keys()]})
json.dump(out, sys.stdout)
`;

/** Parses all messages in one run of `python3` with its email package. */
export function readWithPython(raws: Buffer[]): Promise<PythonReading[]> {
  return readWith<PythonReading>("python3", ["-c", READER], raws);
}
