import { errorCatalog } from "../../src/platform/errors/index.ts";
import { GENERATED, type ReferencePage, table } from "./generated-page.ts";

/** A page for each error code; `docs_url` of an error leads to it. */
export function errorPages(): ReferencePage[] {
  return [...errorCatalog()].map(([code, { status, meaning, causes, fix }]) => ({
    path: `docs/errors/${code}.md`,
    content: `# ${code}\n\n${GENERATED}**HTTP ${status}.** ${meaning}\n\n## Causes\n\n${causes.map((cause) => `- ${cause}\n`).join("")}\n## Fix\n\n${fix}\n\n[All errors](../reference/errors.md)\n`,
  }));
}

export function errorsPage(): string {
  const rows = [...errorCatalog()]
    .sort(([a, x], [b, y]) => x.status - y.status || (a < b ? -1 : 1))
    .map(([code, { status, meaning }]) => [
      `<a id="${code}"></a>[\`${code}\`](../errors/${code}.md)`,
      String(status),
      meaning,
    ]);
  return `# Errors\n\n${GENERATED}Every error under \`/api\` has the body \`{ "success": false, "error": { "code", "message", "request_id", "docs_url", "fields"? } }\`. The code never changes; the message says what to do next. \`docs_url\` is the address of the code's page, with causes and the fix.\n\n${table(["code", "status", "meaning"], rows)}`;
}
