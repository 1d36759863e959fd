import { findPython } from "../../missing-programs.ts";
import { asJson, outputOf, type Verifier } from "./verifier.ts";

const SCRIPT = `
import base64, dkim, json, sys
keys = json.loads(sys.argv[1])
def look_up(name, timeout=5):
    text = keys.get(name.decode().rstrip("."))
    return text.encode() if text else None
answers = []
for message in json.load(sys.stdin):
    raw = base64.b64decode(message)
    count = len([name for name, _ in dkim.DKIM(raw).headers if name.lower() == b"dkim-signature"])
    valid = []
    for index in range(count):
        verifier = dkim.DKIM(raw)
        try:
            if verifier.verify(idx=index, dnsfunc=look_up):
                valid.append(verifier.selector.decode())
        except Exception:
            pass
    answers.append(valid)
json.dump(answers, sys.stdout)
`;

/** Python's dkimpy. */
export const verifyWithPython: Verifier = async (messages, { keys }) => {
  const published = JSON.stringify(Object.fromEntries(keys));
  return JSON.parse(
    await outputOf(findPython("dkim, nacl") ?? "python3", ["-c", SCRIPT, published], asJson(messages)),
  );
};
