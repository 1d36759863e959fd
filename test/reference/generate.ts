/** `npm run generate`: writes docs/reference, the API types of client and dashboard, and the table types. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "../../src/platform/db/index.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";
import type { OpenApiDocument } from "./api-operation.ts";
import { apiPages } from "./api-pages.ts";
import { loadApiDocument, renderApiTypes } from "./api-types.ts";
import { referencePages } from "./reference-pages.ts";
import { generateTableTypes } from "./table-types.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

// A code or resource that no longer exists leaves no page behind.
for (const folder of ["docs/errors", "docs/api"])
  await rm(join(root, folder), { recursive: true, force: true });
const document = (await loadApiDocument()) as unknown as OpenApiDocument;
for (const { path, content } of [...referencePages(), ...apiPages(document)]) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

for (const { path, content } of Object.values(await renderApiTypes())) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const dataDir = await mkdtemp(join(tmpdir(), "posthouse-generate-"));
const postgres = await startEmbeddedPostgres({
  dataDir,
  log: createLogger("warn", "generate"),
  durable: false,
});
await migrate(postgres.connectionString);
await generateTableTypes(postgres.connectionString, { verify: false });
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
