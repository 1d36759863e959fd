import { fileURLToPath } from "node:url";
import { type ApiDocument, renderTypes } from "../../packages/client/scripts/render-types.ts";
import { loadConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/platform/db/index.ts";
import { testApp } from "../harness/services.ts";

type TypesFile = { path: string; content: string };

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const isV1 = (path: string): boolean => path.startsWith("/api/v1/");

/** The API types of the client and of the dashboard, from the server's own OpenAPI document. Needs no database. */
export async function renderApiTypes(): Promise<{ client: TypesFile; dashboard: TypesFile }> {
  const document = await loadApiDocument();
  return {
    client: {
      path: pathOf("packages/client/src/generated/api.ts"),
      content: renderTypes(document, isV1),
    },
    dashboard: {
      path: pathOf("dashboard/src/api.gen.ts"),
      content: renderTypes(document, (path) => !isV1(path)),
    },
  };
}

export async function loadApiDocument(): Promise<ApiDocument> {
  const database = openDatabase("postgresql://nowhere.invalid/posthouse", { max: 1 });
  const app = testApp({ config: loadConfig({}), database });
  try {
    const { body } = await app.inject("/openapi.json");
    return JSON.parse(body) as ApiDocument;
  } finally {
    await app.close();
    await database.close();
  }
}
