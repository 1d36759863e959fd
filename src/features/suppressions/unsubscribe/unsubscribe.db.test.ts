import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { until } from "../../../../test/harness/until.ts";
import { type App, buildServer } from "../../../platform/http/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { setSubscribed } from "../../contacts/index.ts";
import { recordUnsubscribe } from "../../tracking/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import { findSuppressed } from "../find-suppressed.ts";
import { unsubscribeRoutes } from "../http/unsubscribe-routes.ts";
import { unsubscribeLinks } from "./unsubscribe-links.ts";
import { Unsubscriptions } from "./unsubscriptions.ts";

const baseUrl = "https://mail.example.com";
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const linksDeps = { secrets, baseUrl, inboundDomainFor: async () => "in.example.com" };
const unsubscriptions = new Unsubscriptions({ secrets, setSubscribed, onUnsubscribed: recordUnsubscribe });
const oneClick = "List-Unsubscribe=One-Click";
const form = "application/x-www-form-urlencoded";

const database = useDatabase();
let app: App;
let accountId: string;
let accountNumber: number;
let path: string;

beforeAll(async () => {
  app = buildServer({ baseUrl, trustedProxies: [], log: createLogger("silent", "test") });
  app.register(unsubscribeRoutes({ database, unsubscriptions }));
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  accountId = newId();
  const made = await database.db
    .insertInto("accounts")
    .values({ id: accountId, name: "Test" })
    .returning("number")
    .executeTakeFirstOrThrow();
  accountNumber = made.number as number;
  await database.pool.query(
    `INSERT INTO contacts (account_id, id, email, email_key, search_text, created_at, updated_at)
     VALUES ($1, $2, 'Ada@example.com', 'ada@example.com', '', now(), now())`,
    [accountId, newId()],
  );
  path = await pathFor("Ada@example.com");
});

const linksFor = (emailId: string, address: string) =>
  unsubscribeLinks(linksDeps, { accountId, accountNumber, emailId, address, fromDomain: "shop.example" });
const pathFor = async (address: string) => new URL((await linksFor(newId(), address)).url).pathname;
const post = (payload: string | Buffer, type: string | null = form, to = path) =>
  app.inject({ method: "POST", url: to, headers: type === null ? {} : { "content-type": type }, payload });
const isUnsubscribed = async () => {
  const addressKeys = ["ada@example.com"];
  const found = await findSuppressed(database, { accountId, addressKeys, stream: "bulk" });
  const { rows } = await database.pool.query("SELECT subscribed FROM contacts WHERE account_id = $1", [
    accountId,
  ]);
  const isInList = found.get("ada@example.com") === "unsubscribe";
  // The suppression and the contact must agree.
  expect(rows[0].subscribed).toBe(!isInList);
  return isInList;
};

describe("the unsubscribe page (H6)", () => {
  test("GET asks for confirmation and changes nothing", async () => {
    const { statusCode, headers, body } = await app.inject({ method: "GET", url: path });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(body).toContain(
      "<b>Ada@example.com</b> will get no more newsletters or other bulk mail from this sender.",
    );
    expect(body).toContain('<form method="post"><button name="List-Unsubscribe" value="One-Click">');
    expect(body).not.toContain("<script");
    for (const method of ["HEAD", "OPTIONS", "PUT", "DELETE"] as const) {
      const response = await app.inject({ method, url: path });
      expect([method, response.statusCode, response.headers.allow]).toEqual([method, 405, "GET, POST"]);
    }
    expect(await isUnsubscribed()).toBe(false);
  });

  test("the page names the sender while the email is kept, and confirms the result", async () => {
    const emailId = newId();
    await database.pool.query(
      `INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, created_at)
       VALUES ($1, $2, 'a@shop.example', '{"address": "news@shop.example"}', '[]', '[]', 'News', now())`,
      [accountId, emailId],
    );
    const to = new URL((await linksFor(emailId, "Ada@example.com")).url).pathname;
    const from = "from <b>news@shop.example</b>";
    expect((await app.inject({ method: "GET", url: to })).body).toContain(from);
    expect((await post(oneClick, form, to)).body).toContain(`${from}. You don't need to do anything else.`);
    expect((await post("List-Unsubscribe=Undo", form, to)).body).toContain(`newsletters ${from} again`);
  });

  test("the events of the suppression and the contact say that it was the recipient", async () => {
    const emailId = newId();
    await post(oneClick, form, new URL((await linksFor(emailId, "Ada@example.com")).url).pathname);
    const { rows } = await database.pool.query(
      "SELECT type, detail FROM account_events WHERE account_id = $1 ORDER BY id",
      [accountId],
    );
    const suppressed = {
      address: "Ada@example.com",
      reason: "unsubscribe",
      source: "link",
      email_id: emailId,
    };
    expect(rows).toEqual([
      { type: "suppression.added", detail: suppressed },
      {
        type: "contact.unsubscribed",
        detail: { email: "Ada@example.com", subscribed: false, by: "recipient" },
      },
    ]);
  });

  const boundary = "----x";
  const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
  test.each([
    [form, oneClick],
    [`${form}; charset=UTF-8`, oneClick],
    [`multipart/form-data; boundary=${boundary}`, multipart],
  ])("one POST of %s unsubscribes immediately, and repeating it changes nothing", async (type, body) => {
    for (let n = 0; n < 2; n += 1) {
      const { statusCode, headers } = await post(body, type);
      expect([statusCode, headers.location, headers["set-cookie"]]).toEqual([200, undefined, undefined]);
      expect(await isUnsubscribed()).toBe(true);
    }
    const { rows } = await database.pool.query("SELECT source FROM suppressions WHERE account_id = $1", [
      accountId,
    ]);
    expect(rows).toEqual([{ source: "link" }]);
  });

  test("an unsubscribed recipient can subscribe again, and other reasons are kept", async () => {
    await post(oneClick);
    expect((await app.inject({ method: "GET", url: path })).body).toContain('value="Undo"');
    expect((await post("List-Unsubscribe=Undo")).body).toContain("subscribed again");
    expect(await isUnsubscribed()).toBe(false);
    await addSuppressions(database.db, [
      { accountId, address: "ada@example.com", reason: "complaint", source: { type: "email", id: null } },
    ]);
    await post(oneClick);
    await post("List-Unsubscribe=Undo");
    const { rows } = await database.pool.query(
      "SELECT reason, unsubscribed_at FROM suppressions WHERE account_id = $1",
      [accountId],
    );
    expect(rows).toEqual([{ reason: "complaint", unsubscribed_at: null }]);
  });
});

describe("invalid requests (H9)", () => {
  test.each([
    ["an empty body", "", form],
    ["another value", "List-Unsubscribe=one-click", form],
    ["another field", "unsubscribe=yes", form],
    ["JSON", '{"List-Unsubscribe":"One-Click"}', "application/json"],
    ["text", oneClick, "text/plain"],
    ["no type", oneClick, null],
    ["broken multipart", "--x", "multipart/form-data; boundary=x"],
    ["multipart without a boundary", "--x", "multipart/form-data"],
    ["1 MB", `${oneClick}&x=${"x".repeat(1_048_576)}`, form],
  ])("a POST with this body is rejected and changes nothing: %s", async (_, payload, type) => {
    expect((await post(payload, type)).statusCode).toBe(400);
    expect(await isUnsubscribed()).toBe(false);
  });

  test("every forged token gets the same response", async () => {
    const token = path.slice(3);
    const forged = [
      "x",
      token.slice(1),
      `${token}A`,
      token.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      Buffer.alloc(90).toString("base64url"),
    ];
    const responses = await Promise.all(
      forged.flatMap((token) => [
        app.inject({ method: "GET", url: `/u/${token}` }),
        post(oneClick, form, `/u/${token}`),
      ]),
    );
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(404);
  });

  test("an address that contains HTML is escaped on the page", async () => {
    const { body } = await app.inject({ method: "GET", url: await pathFor(`"<b>&'"@example.com`) });
    expect(body).toContain("&quot;&lt;b&gt;&amp;&#39;&quot;@example.com");
  });
});

test.each(["/u/", "/u/x/", "/u/x/y", `/u/${"x".repeat(501)}`])(
  "%.9s… gets the page for an invalid link, not the dashboard (H9)",
  async (url) => {
    const { statusCode, body } = await app.inject({ method: "GET", url });
    expect([statusCode, body]).toEqual([404, expect.stringContaining("This link is not valid")]);
  },
);

test("a link of a deleted account gets the normal response and does nothing (H7)", async () => {
  await database.pool.query("DELETE FROM accounts WHERE id = $1", [accountId]);
  expect((await post(oneClick)).statusCode).toBe(200);
});

test("mail unsubscribes only the recipient that its token names (H10)", async () => {
  const emailId = newId();
  await database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key)
     VALUES ($1, $2, 0, 'grace@example.com', 'grace@example.com'), ($1, $2, 1, 'Ada@example.com', 'ada@example.com')`,
    [accountId, emailId],
  );
  const { mailto } = await linksFor(emailId, "ADA@example.com");
  const token = mailto?.slice("mailto:u".length).split("@")[0] ?? "";
  expect(unsubscriptions.isMailToken(token)).toBe(true);
  expect(unsubscriptions.isMailToken(path.slice(3))).toBe(false);
  const other = (await linksFor(newId(), "ada@example.com")).mailto?.slice(8, 60) ?? "";
  expect(await unsubscriptions.unsubscribeByToken(database.db, other)).toBe(false);
  expect(await isUnsubscribed()).toBe(false);
  expect(await unsubscriptions.unsubscribeByToken(database.db, token.toUpperCase())).toBe(true);
  expect(await isUnsubscribed()).toBe(true);
  const { rows } = await database.pool.query("SELECT address_key FROM suppressions WHERE account_id = $1", [
    accountId,
  ]);
  expect(rows).toEqual([{ address_key: "ada@example.com" }]);
});

describe("an unsubscribe is an engagement of its email, once", () => {
  let emailId: string;
  let link: string;
  beforeEach(async () => {
    emailId = newId();
    link = (await linksFor(emailId, "Ada@example.com")).url;
    await database.pool.query(
      `INSERT INTO recipients (account_id, email_id, position, address, address_key)
       VALUES ($1, $2, 0, 'grace@example.com', 'grace@example.com'), ($1, $2, 1, 'Ada@example.com', 'ada@example.com')`,
      [accountId, emailId],
    );
  });
  const expectOne = async () => {
    const { rows } = await database.pool.query(
      "SELECT email_id, position, kind, actor FROM engagements WHERE account_id = $1",
      [accountId],
    );
    expect(rows).toEqual([{ email_id: emailId, position: 1, kind: "unsubscribe", actor: "human" }]);
  };

  test("when it is repeated", async () => {
    const to = new URL(link).pathname;
    await post(oneClick, form, to);
    await post(oneClick, form, to);
    await expectOne();
  });

  test("when two requests are simultaneous", async () => {
    const token = new URL(link).pathname.slice("/u/".length);
    let second: Promise<boolean> | undefined;
    await database.db.transaction().execute(async (db) => {
      await unsubscriptions.unsubscribeByToken(db, token);
      second = database.db.transaction().execute((db) => unsubscriptions.unsubscribeByToken(db, token));
      await until(
        async () => {
          const { rows } = await database.pool.query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          );
          return rows.length > 0;
        },
        { what: "the second request to wait for the first one" },
      );
    });
    expect(await second).toBe(true);
    await expectOne();
  });
});
