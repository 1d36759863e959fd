import { describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { findEmails } from "./find-emails.ts";
import { ago, findIds, storeWish, type Wish } from "./list.fixture.ts";
import type { ListEmailsQuery } from "./schema.ts";

const database = useDatabase();
const store = (accountId: string, wish: Wish) => storeWish(database, accountId, wish);
const find = (accountId: string, query: ListEmailsQuery = {}) => findIds(database, accountId, query);

test("emails are found by the sender's whole domain and by stream, as figures count them", async () => {
  const account = newId();
  const send = async (from: string, stream?: "transactional" | "bulk") => {
    const email = draftEmail(account, {
      ...{ from, to: "a@example.com", subject: "Hi", text: "Hi" },
      ...(stream && { stream }),
    });
    await storeEmails(database, [email]);
    return email.id;
  };
  const shop = await send("Shop <a@Shop.example>");
  const news = await send("news@shop.example", "bulk");
  const longer = await send("a@shop.example.org", "transactional");
  const below = await send("a@mail.shop.example");
  // From before there were streams.
  await database.pool.query("UPDATE emails SET stream = NULL WHERE id = $1", [below]);
  expect(await find(account, { domain: "shop.EXAMPLE" })).toEqual([news, shop]);
  expect(await find(account, { domain: "shop.example", stream: "bulk" })).toEqual([news]);
  expect(await find(account, { stream: "transactional" })).toEqual([below, longer, shop]);
  expect(await find(account, { stream: "transactional", status: "queued", to: "a@example.com" })).toEqual([
    below,
    longer,
    shop,
  ]);
  const { pagination } = await findEmails(database, account, { stream: "bulk", include: "total" });
  expect(pagination).toMatchObject({ total: 1, total_is_exact: true });
});

describe("findEmails", () => {
  test("pages newest first, and new emails do not shift the pages", async () => {
    const account = newId();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await store(account, {})).id);
    ids.reverse();
    const first = await findEmails(database, account, { limit: 3 });
    await store(account, {});
    const second = await findEmails(database, account, {
      limit: 3,
      cursor: first.pagination.next_cursor ?? "",
    });
    const third = await findEmails(database, account, {
      limit: 3,
      cursor: second.pagination.next_cursor ?? "",
    });
    expect([first, second, third].flatMap((page) => page.emails.map(({ id }) => id))).toEqual(ids);
    expect([first, second, third].map((page) => page.pagination.has_more)).toEqual([true, true, false]);
    expect(third.pagination.next_cursor).toBeNull();
  });

  test("filters by recipient and subject, case-insensitive, and by both", async () => {
    const account = newId();
    const ada = await store(account, {
      to: ["Ada@Example.com", "x@example.com"],
      subject: "Invoice 100% ready_",
      at: new Date(Date.now() - 1_000),
    });
    const bob = await store(account, { to: ["bob@example.com"], subject: "invoice" });
    expect(await find(account, { to: "ada@example.COM" })).toEqual([ada.id]);
    expect(await find(account, { search: "INVOICE" })).toEqual([bob.id, ada.id]);
    expect(await find(account, { search: "100% ready_" })).toEqual([ada.id]);
    expect(await find(account, { search: "invoice", to: "bob@example.com" })).toEqual([bob.id]);
    expect(await find(account, { to: "no-address" })).toEqual([]);
  });

  test("a part of an address finds recipients, a complete address only itself", async () => {
    const account = newId();
    const ada = await store(account, { to: ["x@example.com", "Ada.Lovelace@Example.com"], at: ago(3) });
    const adam = await store(account, { to: ["adam@example.org"], states: ["bounced"], at: ago(2) });
    const odd = await store(account, { to: ["a_b+c@example.org"], at: ago(1) });
    expect(await find(account, { to: "ADA" })).toEqual([adam.id, ada.id]);
    expect(await find(account, { to: "lovelace@" })).toEqual([ada.id]);
    expect(await find(account, { to: "@example.org" })).toEqual([odd.id, adam.id]);
    expect(await find(account, { to: "_b+c" })).toEqual([odd.id]);
    expect(await find(account, { to: "a%b" })).toEqual([]);
    expect(await find(account, { to: "dam@example.org" })).toEqual([]);
    expect(await find(account, { to: "example", status: "bounced" })).toEqual([adam.id]);
    expect(await find(account, { to: "example", limit: 1 })).toEqual([odd.id]);
    expect(await find(account, { to: "ada", search: "hello", stream: "transactional" })).toEqual([
      adam.id,
      ada.id,
    ]);
    expect(await find(newId(), { to: "ada" })).toEqual([]);
  });

  test("filters by sender, by several statuses and by tags, ignoring case", async () => {
    const account = newId();
    const shop = draftEmail(account, {
      to: "a@example.com",
      from: "The Shop <orders@shop.example>",
      subject: "x",
      text: "x",
      tags: [{ name: "Kind", value: 'Invoice "7"' }],
    });
    await storeEmails(database, [shop]);
    const bounced = await store(account, { states: ["bounced"] });
    const expired = await store(account, { states: ["expired"] });
    expect(await find(account, { from: "SHOP.example" })).toEqual([shop.id]);
    expect(await find(account, { from: "the shop" })).toEqual([shop.id]);
    expect(await find(account, { status: "bounced,expired" })).toEqual([expired.id, bounced.id]);
    expect(await find(account, { status: "bounced, queued", from: "shop" })).toEqual([shop.id]);
    for (const tag of ["kind", 'KIND:invoice "7"']) expect(await find(account, { tag })).toEqual([shop.id]);
    for (const tag of ["kin", "kind:invoice", "kind:"]) expect(await find(account, { tag })).toEqual([]);
    await expect(find(account, { status: "bounced,gone" })).rejects.toMatchObject({
      code: "validation_failed",
      fields: [{ path: "status", message: expect.stringContaining("gone") }],
    });
  });

  test("the total counts all pages of the filtered list", async () => {
    const account = newId();
    for (const states of [["bounced"], ["delivered"], ["bounced"], ["bounced"]])
      await store(account, { states });
    const totalOf = async (query: ListEmailsQuery) =>
      (await findEmails(database, account, { ...query, limit: 1, include: "total" })).pagination;
    expect(await totalOf({})).toMatchObject({ total: 4, total_is_exact: true });
    expect(await totalOf({ status: "bounced,expired" })).toMatchObject({ total: 3, total_is_exact: true });
    expect(await totalOf({ to: "a@ex" })).toMatchObject({ total: 4 });
    expect(await totalOf({ search: "no such" })).toMatchObject({ total: 0, has_more: false });
    const { pagination } = await findEmails(database, account, { limit: 1 });
    expect(pagination).not.toHaveProperty("total");
    const second = await findEmails(database, account, {
      limit: 1,
      include: "total",
      cursor: pagination.next_cursor ?? "",
    });
    expect(second.pagination.total).toBe(4);
  });

  test("filters by time, with an inclusive start and an exclusive end", async () => {
    const account = newId();
    const at = (day: string) => new Date(`2026-05-${day}T00:00:00.000Z`);
    const [one, two, three] = [
      await store(account, { at: at("01") }),
      await store(account, { at: at("02") }),
      await store(account, { at: at("03") }),
    ];
    expect(timeOfId(two.id)).toEqual(two.createdAt);
    expect(await find(account, { after: "2026-05-02T00:00:00Z" })).toEqual([three.id, two.id]);
    expect(await find(account, { before: "2026-05-02T00:00:00Z" })).toEqual([one.id]);
    expect(await find(account, { after: "2026-05-02T00:00:00Z", before: "2026-05-03T00:00:00Z" })).toEqual([
      two.id,
    ]);
  });

  test.each(["", "x", "WyJhIl0", "eyJhIjoxfQ"])(
    "an invalid cursor (%j) is reported with its field",
    async (cursor) => {
      await expect(findEmails(database, newId(), { cursor })).rejects.toMatchObject({
        code: "validation_failed",
        fields: [{ path: "cursor" }],
      });
    },
  );

  test("another account's emails are not found with any filter or cursor (L1)", async () => {
    const owner = newId();
    for (let n = 0; n < 3; n += 1) await store(owner, {});
    const { pagination } = await findEmails(database, owner, { limit: 1 });
    const stranger = newId();
    for (const query of [{}, { to: "a@example.com" }, { status: "queued" as const }])
      expect(await find(stranger, query)).toEqual([]);
    await expect(find(stranger, { cursor: pagination.next_cursor ?? "" })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});
