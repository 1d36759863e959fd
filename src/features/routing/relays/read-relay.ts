import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { fieldError } from "../errors.ts";
import { readName } from "../read-name.ts";
import type { RelayColumns } from "./queries.ts";
import type { ChangeRelayRequest, CreateRelayRequest } from "./schema.ts";
import { reasonToRefuseTarget } from "./targets/reason-to-refuse-target.ts";
import {
  isSameLogin,
  joinSecret,
  partSecret,
  readRelayTarget,
  reasonToRefuseText,
} from "./targets/relay-target.ts";
import { openSecret, sealSecret } from "./targets/seal-secret.ts";

const defaults = { weight: 1, rate_per_second: null, max_connections: 10, enabled: true };

type Given = {
  secrets: InstanceSecrets;
  /** The relay must be on the public internet. */
  isGuarded: boolean;
};

/** A relay as the table keeps it. Error: `validation_failed`. */
export function readNewRelay(
  { name, url, password, ...settings }: CreateRelayRequest,
  given: Given,
): RelayColumns {
  return {
    ...defaults,
    ...settings,
    name: readName(name),
    ...readLogin({ url, password: password ?? null }, given),
  };
}

/** What changes of a relay. Its password stays only while server, user and TLS do; nobody can have it sent elsewhere or in clear. */
export function readChange(
  { name, url, password, ...settings }: ChangeRelayRequest,
  before: Pick<RelayColumns, "url" | "secret_sealed">,
  given: Given,
): Partial<RelayColumns> {
  const change: Partial<RelayColumns> = { ...settings };
  if (name !== undefined) change.name = readName(name);
  if (url === undefined && password === undefined) return change;
  const next = url ?? before.url;
  const keeps = password === undefined && isSameLogin(before.url, next);
  const kept = keeps ? openSecret(given.secrets, before.secret_sealed) : null;
  if (keeps && kept === null && before.secret_sealed !== null)
    throw fieldError("password", "was sealed with another secret key: give it again");
  return { ...change, ...readLogin({ url: next, password: password ?? kept }, given) };
}

function readLogin(
  { url: text, password }: { url: string; password: string | null },
  { secrets, isGuarded }: Given,
): Pick<RelayColumns, "kind" | "url" | "secret_sealed"> {
  const unsafe = reasonToRefuseText(text.trim());
  if (unsafe) throw fieldError("url", unsafe);
  const { url, secret: inUrl } = partSecret(text.trim());
  const secret = inUrl ?? password;
  const read = readRelayTarget(joinSecret(url, secret));
  if (!read.ok) {
    const needsPassword = secret === null && /@/.test(url) && readRelayTarget(joinSecret(url, "x")).ok;
    if (needsPassword) throw fieldError("password", "is needed for this user and host");
    throw fieldError("url", `is not usable: ${read.reason}`);
  }
  const reason = isGuarded ? reasonToRefuseTarget(read.target) : null;
  if (reason) throw fieldError("url", reason);
  return { kind: read.target.kind, url, secret_sealed: sealSecret(secrets, secret) };
}
