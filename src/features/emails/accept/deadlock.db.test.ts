import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

let api: TestApi;
let caller: ApiCaller;

beforeAll(async () => {
  api = await startTestApi();
  caller = keyCaller(api);
});
afterAll(() => api.close());

const query = (text: string) => api.database.pool.query(text);

/** From now on the statements that store a "victim" end with this, so many times. */
async function failWith(code: string, times: number): Promise<void> {
  await query(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.subject = 'victim' AND nextval('fails') <= ${times} THEN RAISE 'lost' USING ERRCODE = '${code}'; END IF;
    RETURN NEW; END $$`);
  await query("CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION fail()");
}

test.each(["40P01", "40001"])(
  "F6 L8 when a statement that many share is undone for %s, each is stored on its own",
  async (code) => {
    await query("CREATE SEQUENCE IF NOT EXISTS fails");
    await query("ALTER SEQUENCE fails RESTART");
    await failWith(code, 2);
    const others = Array.from({ length: 30 }, () => ({ to: "a@example.com", subject: "other", text: "x" }));
    const answers = await Promise.all(
      others
        .toSpliced(15, 1, { to: "a@example.com", subject: "victim", text: "x" })
        .map((one) => caller.send(one)),
    );
    // The victim itself is undone a second time, and told so.
    expect(answers.map(({ status }) => status)).toEqual(others.map((_, n) => (n === 15 ? 503 : 200)));
    expect(answers[15]?.body.error.message).toMatch(/^The email was not stored/);
  },
);

test("F6 a database that is full is not asked again for each", async () => {
  await query("ALTER SEQUENCE fails RESTART");
  await failWith("53100", 1_000);
  const email = { to: "a@example.com", subject: "victim", text: "x" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => caller.send(email)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(503));
  const { rows } = await query("SELECT last_value::integer AS statements FROM fails");
  expect(rows[0].statements).toBeLessThan(10);
});
