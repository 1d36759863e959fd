"""Reads messages with Python's own email parser, as an independent judge of what we build.

Arguments: paths of message files. Output: one JSON object a line.
"""

import email.header
import email.policy
import email.utils
import hashlib
import json
import re
import sys


def same_line_ends(data: bytes) -> bytes:
    return re.sub(rb"\r\n|\r", b"\n", data)


def part_of(message, kind: str):
    for part in message.walk():
        if part.get_content_type() == kind:
            data = part.get_payload(decode=True)
            data.decode(part.get_content_charset("us-ascii"))
            plain = same_line_ends(data)
            return {"length": len(plain), "sha256": hashlib.sha256(plain).hexdigest()}
    return None


def mailboxes_of(raw: bytes, name: str):
    """Names and addresses of a header. The newer parser leaves a space between two encoded words of a name, against
    RFC 2047 section 6.2; the older functions do not."""
    header = email.message_from_bytes(raw)[name].replace("\r", "").replace("\n", "")
    pairs = email.utils.getaddresses([header])
    return [[str(email.header.make_header(email.header.decode_header(n))), a] for n, a in pairs]


def describe(path: str):
    with open(path, "rb") as file:
        raw = file.read()
    message = email.message_from_bytes(raw, policy=email.policy.default)
    return {
        "delivered_to": message["X-Original-To"],
        "names": [name.lower() for name in message.keys()],
        "subject": message["Subject"],
        "from": mailboxes_of(raw, "From"),
        "to": mailboxes_of(raw, "To"),
        "text": part_of(message, "text/plain"),
        "html": part_of(message, "text/html"),
        "defects": [repr(d) for part in message.walk() for d in part.defects]
        + [repr(d) for name in message.keys() for d in message[name].defects],
        "longest_line": max(len(line) for line in raw.split(b"\n")),
    }


for path in sys.argv[1:]:
    print(json.dumps(describe(path)))
