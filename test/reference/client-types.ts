import { fileURLToPath } from "node:url";
import { type ApiDocument, renderTypes } from "../../packages/client/scripts/render-types.ts";
import { loadConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/platform/db/index.ts";
import { testApp } from "../harness/services.ts";

export const clientTypesPath = fileURLToPath(
  new URL("../../packages/client/src/generated/api.ts", import.meta.url),
);

/** The client's types, from the OpenAPI document that the server itself answers with. No database is asked for it. */
export async function renderClientTypes(): Promise<string> {
  const database = openDatabase("postgresql://nowhere.invalid/posthouse", { max: 1 });
  const app = testApp({ config: loadConfig({}), database });
  try {
    const { body } = await app.inject("/openapi.json");
    return renderTypes(JSON.parse(body) as ApiDocument);
  } finally {
    await app.close();
    await database.close();
  }
}
