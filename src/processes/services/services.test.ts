import { afterAll, expect, test } from "vitest";
import { testServices } from "../../../test/harness/services.ts";
import { loadConfig } from "../../config.ts";
import { openDatabase } from "../../platform/db/index.ts";
import { buildApi } from "../api.ts";
import { alertChannelsOf } from "./alert-channels.ts";
import { domainsOf } from "./domains.ts";
import { once } from "./services.ts";
import { mailOperatorsOf } from "./system-mail.ts";

const database = openDatabase("postgresql://none@127.0.0.1:1/none", { max: 1 });
const config = loadConfig({ SECRET_KEY: "a secret key for tests, long enough" });
afterAll(database.close);

test("a service is built once per process, at its first use", () => {
  let built = 0;
  const countOf = once(() => {
    built += 1;
    return built;
  });
  const [first, second] = [testServices({ config, database }), testServices({ config, database })];
  expect(built).toBe(0);
  expect([countOf(first), countOf(first), countOf(second), countOf(first)]).toEqual([1, 1, 2, 1]);
});

test("a service may be null", () => {
  let built = 0;
  const nothingOf = once(() => {
    built += 1;
    return null;
  });
  const services = testServices({ config, database });
  expect([nothingOf(services), nothingOf(services), built]).toEqual([null, null, 1]);
});

test("services close in the reverse order of opening", async () => {
  const services = testServices({ config, database });
  const closed: string[] = [];
  for (const name of ["database", "reporting"])
    services.onClose(async () => {
      closed.push(name);
    });
  await services.close();
  await services.close();
  expect(closed).toEqual(["reporting", "database"]);
});

test("all senders of a process share one accept pipeline", async () => {
  const pipelines = () => database.pool.listenerCount("connect");
  const before = pipelines();
  const services = testServices({ config, database });
  const app = buildApi(services);
  alertChannelsOf(services);
  domainsOf(services);
  mailOperatorsOf(services);
  expect(pipelines() - before).toBe(1);
  await app.close();
});
