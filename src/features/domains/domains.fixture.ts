import { randomBytes } from "node:crypto";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { type DnsStub, startDnsServer } from "../../../test/harness/dns-server.ts";
import { DnsClient } from "../../mail/dns/index.ts";
import { openDatabase } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../platform/secrets/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { OPERATOR } from "../audit/index.ts";
import { checkNow } from "./checks/check-now.ts";
import type { DomainDeps } from "./domain-deps.ts";
import { loadDomainDetail } from "./http/find-domains.ts";
import { KEY_SETS } from "./keys/key-sets.ts";
import { makeKeys } from "./keys/make-keys.ts";
import { putKeys } from "./keys/queries.ts";
import { addDomain, type DomainInput } from "./ownership/add-domain.ts";
import { insertDomain } from "./queries.ts";

export type DomainWorld = Awaited<ReturnType<typeof openDomainWorld>>;
export type Detail = Awaited<ReturnType<typeof loadDomainDetail>>;

/** Opens a database with two accounts and a DNS server whose records a test sets. */
export async function openDomainWorld() {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, { max: 6 });
  const stub = await startDnsServer({});
  /** The system mail that users received. */
  const systemMail: { accountId: string; subject: string; text: string }[] = [];
  const usedKeys = new Set<string>();
  const deps: DomainDeps = {
    database,
    log: createLogger("silent", "test"),
    secrets: openInstanceSecrets({ dataDir: "/nowhere", key: "a secret key for tests, long enough" }),
    dns: new DnsClient({ servers: [stub.address], timeoutMs: 10_000, tries: 1, cache: { maxEntries: 0 } }),
    hosts: { inbound: "in.posthouse.test", web: "posthouse.test" },
    baseUrl: "https://posthouse.test",
    notifyUsers: async (accountId, mail, idempotencyKey) => {
      const key = `${accountId} ${idempotencyKey}`;
      if (!usedKeys.has(key)) systemMail.push({ accountId, ...mail });
      usedKeys.add(key);
    },
  };
  const keys = await makeKeys(deps.secrets, KEY_SETS);
  const us = await createAccount("us@example.com");
  const them = await createAccount("them@example.com");

  async function createAccount(email: string): Promise<string> {
    const id = newId();
    await database.db.insertInto("accounts").values({ id, name: email }).execute();
    const person = newId();
    await database.db
      .insertInto("people")
      .values({ id: person, email, email_key: email, password_hash: "" })
      .execute();
    await database.db
      .insertInto("memberships")
      .values({ account_id: id, person_id: person, role: "owner" })
      .execute();
    return id;
  }

  return {
    deps,
    systemMail,
    stub,
    us,
    them,
    add: async (accountId: string, input: DomainInput): Promise<Detail> => {
      const name = await addDomain(deps, { accountId, by: OPERATOR }, input);
      return await loadDomainDetail(deps, { accountId, name });
    },
    /** Adds a domain without making new keys, which takes time. All domains added this way share their keys. */
    claim: async (accountId: string, name: string): Promise<Detail> => {
      const ref = { accountId, name };
      const token = randomBytes(16).toString("hex");
      const settings = {
        returnPath: "bounce",
        trackingHost: null,
        rotateEveryDays: null,
        checkAt: new Date(),
      };
      await insertDomain(database.db, { ...ref, token, ...settings });
      await putKeys(database.db, ref, keys);
      return await loadDomainDetail(deps, ref);
    },
    detail: (accountId: string, name: string) => loadDomainDetail(deps, { accountId, name }),
    check: async (accountId: string, name: string): Promise<Detail> => {
      await checkNow(deps, { accountId, name });
      return await loadDomainDetail(deps, { accountId, name });
    },
    /** The events of a domain, oldest first. */
    events: async (accountId: string, name: string): Promise<[type: string, detail: object][]> => {
      const { rows } = await database.pool.query(
        "SELECT type, detail FROM domain_events WHERE account_id = $1 AND domain = $2 ORDER BY id",
        [accountId, name],
      );
      return rows.map(({ type, detail }) => [type, detail]);
    },
    close: async () => {
      await database.close();
      await stub.close();
      await drop();
    },
  };
}

/** Publishes the records of a domain as its owner would, except for some. */
export function publish(
  stub: DnsStub,
  { records }: Pick<Detail, "records">,
  except: readonly string[] = [],
): void {
  for (const { id, name, type, value } of records) {
    if (except.includes(id)) continue;
    const [preference, exchange] = value.split(" ");
    const text = value.match(/.{1,255}/g);
    const data = { TXT: text, CNAME: value, MX: { preference: Number(preference), exchange } };
    stub.set(`${name} ${type}`, [data[type]]);
  }
}

/** Makes all DNS queries for the domain's records fail. */
export function fail(
  stub: DnsStub,
  { records }: Pick<Detail, "records">,
  problem: "nxdomain" | "servfail",
): void {
  for (const { name, type } of records) stub.set(`${name} ${type}`, { problem });
}
