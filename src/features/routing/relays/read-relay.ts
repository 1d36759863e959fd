import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { fieldError } from "../errors.ts";
import type { ChangeRelayRequest, CreateRelayRequest } from "../http/relay-schema.ts";
import { readName } from "../read-name.ts";
import type { RelayColumns } from "./queries.ts";
import { reasonToRefuseTarget } from "./targets/reason-to-refuse-target.ts";
import {
  isSameLogin,
  joinSecret,
  readRelayTarget,
  reasonToRefuseText,
  splitSecret,
} from "./targets/relay-target.ts";
import { openSecret, sealSecret } from "./targets/seal-secret.ts";

const DEFAULTS = { weight: 1, rate_per_second: null, max_connections: null, enabled: true };

type ReadOptions = {
  secrets: InstanceSecrets;
  /** True when the relay must be on the public internet. */
  isGuarded: boolean;
};

/** Reads a new relay into its columns. Error: `validation_failed`. */
export function readNewRelay(
  { name, url, password, ...settings }: CreateRelayRequest,
  options: ReadOptions,
): RelayColumns {
  return {
    ...DEFAULTS,
    ...settings,
    name: readName(name),
    ...readLogin({ url, password: password ?? null }, options),
  };
}

/** Reads the changed columns. The password is kept only if server, user and TLS stay the same, so that it is never sent elsewhere or in clear. */
export function readChange(
  { name, url, password, ...settings }: ChangeRelayRequest,
  before: Pick<RelayColumns, "url" | "secret_sealed">,
  options: ReadOptions,
): Partial<RelayColumns> {
  const change: Partial<RelayColumns> = { ...settings };
  if (name !== undefined) change.name = readName(name);
  if (url === undefined && password === undefined) return change;
  const next = url ?? before.url;
  const keepsPassword = password === undefined && isSameLogin(before.url, next);
  const keptPassword = keepsPassword ? openSecret(options.secrets, before.secret_sealed) : null;
  if (keepsPassword && keptPassword === null && before.secret_sealed !== null)
    throw fieldError("password", "was encrypted with another secret key; enter it again");
  const isForgotten = password === undefined && !keepsPassword && before.secret_sealed !== null;
  return { ...change, ...readLogin({ url: next, password: password ?? keptPassword, isForgotten }, options) };
}

type Login = {
  url: string;
  password: string | null;
  /** There was a password, which is not sent to another server. */
  isForgotten?: boolean;
};

function readLogin(
  { url: text, password, isForgotten = false }: Login,
  { secrets, isGuarded }: ReadOptions,
): Pick<RelayColumns, "kind" | "url" | "secret_sealed"> {
  const textProblem = reasonToRefuseText(text.trim());
  if (textProblem) throw fieldError("url", textProblem);
  const { url, secret: inUrl } = splitSecret(text.trim());
  const secret = inUrl ?? password;
  const read = readRelayTarget(joinSecret(url, secret));
  if (!read.ok) {
    const needsPassword = secret === null && /@/.test(url) && readRelayTarget(joinSecret(url, "x")).ok;
    if (needsPassword)
      throw fieldError(
        "password",
        isForgotten
          ? "must be entered again, because the host, port, user name or encryption changed"
          : "is required for this user and host",
      );
    throw fieldError("url", `is not valid: ${read.reason}`);
  }
  const reason = isGuarded ? reasonToRefuseTarget(read.target) : null;
  if (reason) throw fieldError("url", reason);
  return { kind: read.target.kind, url, secret_sealed: sealSecret(secrets, secret) };
}
