import manifest from "../../../../package.json" with { type: "json" };
import { type Config, type DeliveryMode, defaultSmtpPorts } from "../../../config.ts";
import { parseMailbox } from "../../../mail/address/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { type Actor, changesOf, insertAuditEvent } from "../../audit/index.ts";
import type { Role } from "../../sessions/index.ts";
import { isOperator, type OperatorDeps } from "../operators/is-operator.ts";
import { readName } from "../read-name.ts";
import { readDeliverySettings } from "./delivery-settings.ts";
import {
  type AccountChange,
  findAccount,
  findPerson,
  lockAccount,
  updateAccountRow,
  updatePersonName,
} from "./queries.ts";

export type SettingsDeps = OperatorDeps & {
  config: Config;
  /** How the instance delivers mail now. */
  delivery: () => Promise<{ mode: DeliveryMode; relay: { host: string } | null }>;
  /** How a person can release captured mail. An object: in test mode through a relay. */
  releaseRouteFor: (by: Member) => Promise<string | { relayName: string }>;
};
/** A person in an account. */
type Member = { accountId: string; personId: string; role: Role };
export type SettingsChange = AccountChange & { user_name?: string | null };

/** The account, the person, and the public facts of the instance. */
export async function loadSettings(
  { database, config, policies, delivery, releaseRouteFor }: SettingsDeps,
  member: Member,
) {
  const { mode, relay } = await delivery();
  const release = await releaseRouteFor(member);
  const account = await findAccount(database, member.accountId);
  const user = await findPerson(database, member.personId);
  if (!account || !user) throw new Error("a session without an account or a person");
  return {
    account: { ...account, created_at: account.created_at.toISOString() },
    user,
    role: member.role,
    operator: await isOperator({ database, policies }, member),
    delivery: {
      mode,
      relay_host: relay?.host ?? null,
      release_relay: typeof release === "string" ? null : release.relayName,
    },
    smtp: presentSmtp(config),
    base_url: config.baseUrl,
    version: manifest.version,
  };
}

/** With port 0 the machine chooses the port, and only the listening process knows it. */
function presentSmtp({ baseUrl, smtpPort, smtpsPort }: Config) {
  const port = (smtpPort ?? defaultSmtpPorts.starttls) || null;
  const tlsPort = (smtpsPort ?? defaultSmtpPorts.implicit) || null;
  const enabled = port !== null || tlsPort !== null;
  return { host: new URL(baseUrl).hostname, port, tls_port: tlsPort, enabled };
}

/** Changes the given fields and records the changes in the audit log; null clears a value. Error: `validation_failed`. */
export async function changeSettings(
  { database }: Pick<SettingsDeps, "database">,
  { accountId, personId, by }: Member & { by: Actor },
  change: SettingsChange,
): Promise<void> {
  const account = {
    ...(change.name === undefined ? {} : { name: readName(change.name, "name") }),
    ...(change.default_from === undefined ? {} : { default_from: readSender(change.default_from) }),
    ...(change.retention_days === undefined ? {} : { retention_days: change.retention_days }),
    ...(change.event_retention_days === undefined
      ? {}
      : { event_retention_days: change.event_retention_days }),
    ...readDeliverySettings(change),
  };
  const userName = change.user_name == null ? change.user_name : readName(change.user_name, "user_name");
  await database.db.transaction().execute(async (db) => {
    const before = await lockAccount(db, accountId);
    await updateAccountRow(db, accountId, account);
    if (userName !== undefined) await updatePersonName(db, personId, userName);
    const detail = changesOf(before, account);
    if (Object.keys(detail).length > 0)
      await insertAuditEvent(db, { accountId, by, action: "account.changed", keyId: null, detail });
  });
}

/** Stored as given, because it is parsed again with every email. */
function readSender(text: string | null): string | null {
  if (text === null) return null;
  const parsed = parseMailbox(text);
  if (!parsed.ok)
    throw errors.validation_failed(`The default sender is invalid: ${parsed.reason}`, {
      fields: [{ path: "default_from", message: parsed.reason }],
    });
  return text.trim();
}
