import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "../../test/harness/services.ts";
import { loadConfig } from "../config.ts";
import { openDatabase } from "../platform/db/index.ts";
import { features } from "./features.ts";
import { followers } from "./services/followers.ts";

type Document = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, { tags?: string[]; operationId?: string }>>;
};

const database = openDatabase("postgresql://none@127.0.0.1:1/none", { max: 1 });
let document: Document;
beforeAll(async () => {
  const app = testApp({ config: loadConfig({}), database });
  document = (await app.inject("/openapi.json")).json();
  await app.close();
});
afterAll(database.close);

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

test("every feature with a manifest is in the list", () => {
  const directory = new URL("../features/", import.meta.url);
  const withManifest = readdirSync(directory, { recursive: true, encoding: "utf8" }).flatMap((path) =>
    path.endsWith("/feature.ts") ? [path.split("/")[0]] : [],
  );
  const listed = features.map(({ name }) => name);
  expect(listed).toEqual([...new Set(listed)]);
  // They are declared beside the feature of accounts.
  const ofAccounts = ["sign-in", "members", "second-factor"];
  expect(listed.filter((name) => !ofAccounts.includes(name)).sort()).toEqual(withManifest.sort());
});

test("the API document describes each group of routes once, and no other group", () => {
  const described = document.tags.map(({ name }) => name);
  expect(described).toEqual([...new Set(described)]);
  expect([...described].sort()).toEqual(
    [...new Set(operations().flatMap(({ tags }) => tags ?? ["none"]))].sort(),
  );
});

test("routes that are registered twice have different operation ids", () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toEqual(expect.arrayContaining(["listContacts", "listContactsForDashboard"]));
});

test("each role runs the followers that manifests declare, and each has its own name", () => {
  expect(followers).toEqual(features.flatMap(({ followers: declared = [] }) => declared));
  const names = followers.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test("each cleanup has its own name", () => {
  const names = features.flatMap(({ cleanup = {} }) => Object.keys(cleanup));
  expect(names).toEqual([...new Set(names)]);
});

test("every feature with alert rules declares them in its manifest, and no two rules have the same name", () => {
  const directory = new URL("../features/", import.meta.url);
  const withRules = readdirSync(directory, { recursive: true, encoding: "utf8" }).flatMap((path) =>
    path.endsWith("/alert-rules.ts") ? [path.split("/")[0]] : [],
  );
  const declaring = features.filter(({ alertRules }) => alertRules);
  expect(declaring.map(({ name }) => name).sort()).toEqual(withRules.sort());
  const names = declaring.flatMap(({ alertRules = {} }) => Object.keys(alertRules));
  expect(names).toEqual([...new Set(names)]);
});

test("every feature with log events declares them in its manifest", () => {
  const directory = new URL("../features/", import.meta.url);
  const withEvents = readdirSync(directory, { recursive: true, encoding: "utf8" }).flatMap((path) =>
    path.endsWith("/log-events.ts") ? [path.split("/")[0]] : [],
  );
  const declared = features.filter(({ logEvents }) => logEvents).map(({ name }) => name);
  expect(declared.sort()).toEqual(withEvents.sort());
});
