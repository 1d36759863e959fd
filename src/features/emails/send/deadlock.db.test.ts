import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi();
let caller: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
});

const query = (text: string) => api.database.pool.query(text);

/** Makes the next `times` statements that store a "victim" fail with this code. */
async function failWith(code: string, times: number): Promise<void> {
  await query(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.subject = 'victim' AND nextval('fails') <= ${times} THEN RAISE 'lost' USING ERRCODE = '${code}'; END IF;
    RETURN NEW; END $$`);
  await query("CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION fail()");
}

test.each(["40P01", "40001"])(
  "when a shared statement fails with %s, each email is stored on its own (F6, L8)",
  async (code) => {
    await query("CREATE SEQUENCE IF NOT EXISTS fails");
    await query("ALTER SEQUENCE fails RESTART");
    await failWith(code, 2);
    const emails = Array.from({ length: 30 }, () => ({ to: "a@example.com", subject: "other", text: "x" }));
    const responses = await Promise.all(
      emails
        .toSpliced(15, 1, { to: "a@example.com", subject: "victim", text: "x" })
        .map((email) => caller.send(email)),
    );
    // The victim itself fails a second time and gets the error.
    expect(responses.map(({ status }) => status)).toEqual(emails.map((_, n) => (n === 15 ? 503 : 200)));
    expect(responses[15]?.body.error.message).toMatch(/^The email was not stored/);
  },
);

test("a full database is not retried for each email (F6)", async () => {
  await query("ALTER SEQUENCE fails RESTART");
  await failWith("53100", 1_000);
  const email = { to: "a@example.com", subject: "victim", text: "x" };
  const responses = await Promise.all(Array.from({ length: 10 }, () => caller.send(email)));
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(503));
  const { rows } = await query("SELECT last_value::integer AS statements FROM fails");
  expect(rows[0].statements).toBeLessThan(10);
});
